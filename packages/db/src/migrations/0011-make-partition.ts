import type { Migration } from './migration.js';

/**
 * `make_partition` makes and attaches one partition of ours, with the rights of the tables' owner: a worker whose role may
 * only add rows can still make room for events that nobody made room for. What is called is checked to be one of our
 * partitioned tables and a partition's name of it, options to be names with numbers, bounds to be literals; so the caller can do
 * nothing else with these rights. Names are looked up in our own schema alone, temporary tables last.
 */
const MAKE_PARTITION = `
create function make_partition(
  parent text, child text, lower_bound text, upper_bound text, options text, columns text[], targets int[]
) returns void language plpgsql security definer set search_path = pg_catalog, %1$I, pg_temp as $body$
declare
  i int;
begin
  perform 1 from pg_class where oid = to_regclass(format('%%I.%%I', %1$L, parent)) and relkind = 'p';
  if not found or child !~ ('^' || parent || '_p[0-9]{8}([0-9]{2})?$')
    or options !~ '^([a-z_]+ = [0-9.]+(, [a-z_]+ = [0-9.]+)*)?$' then
    raise exception 'make_partition: %% is no partition of %%', child, parent using errcode = '22023';
  end if;
  execute format(
    'create table if not exists %%1$I.%%2$I (like %%1$I.%%3$I including defaults including constraints including compression including storage)%%4$s',
    %1$L, child, parent, case when options = '' then '' else ' with (' || options || ')' end);
  for i in 1 .. coalesce(array_length(columns, 1), 0) loop
    execute format('alter table %%I.%%I alter column %%I set statistics %%s', %1$L, child, columns[i], targets[i]);
  end loop;
  execute format('alter table %%1$I.%%2$I attach partition %%1$I.%%3$I for values from (%%4$L) to (%%5$L)',
    %1$L, parent, child, lower_bound, upper_bound);
end $body$`;

export const makePartition: Migration = {
  name: '0011-make-partition',
  statements: () => [
    `do $do$ begin execute format($format$${MAKE_PARTITION}$format$, current_schema()); end $do$`,
    `revoke all on function make_partition from public`,
  ],
};
