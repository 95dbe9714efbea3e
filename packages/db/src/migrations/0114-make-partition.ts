import type { Migration } from './migration.js';

/**
 * `make_partition` creates and attaches one partition with the rights of the tables' owner: a worker whose role may only add
 * rows can create a partition that is missing. The function checks that the parent is one of the partitioned tables, that the
 * child is named as its partition, and that options are names with numbers; a caller cannot do anything else with these
 * rights. It looks names up in this schema only, temporary tables last.
 *
 * The bounds must be those of the partition's name, because retention drops by name: a caller could otherwise have rows of
 * today dropped under an old name, or kept under a future one. A name is a UTC day (`_pYYYYMMDD`), or an hour
 * (`_pYYYYMMDDHH`) where ids are the bounds; an id begins with its time, milliseconds since 1970 in 12 hex digits.
 */
const MAKE_PARTITION = `
create function make_partition(
  parent text, child text, lower_bound text, upper_bound text, options text, columns text[], targets int[]
) returns void language plpgsql security definer set search_path = pg_catalog, %1$I, pg_temp as $body$
declare
  i int;
  by_day boolean;
  digits text;
  ends timestamp[];
  bounds text[];
begin
  select a.atttypid = 'date'::regtype into by_day
  from pg_partitioned_table p
    join pg_class c on c.oid = p.partrelid
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
  where c.oid = to_regclass(format('%%I.%%I', %1$L, parent)) and c.relkind = 'p';
  if by_day is null or child !~ ('^' || parent || case when by_day then '_p[0-9]{8}$' else '_p[0-9]{8}([0-9]{2})?$' end)
    or options !~ '^([a-z_]+ = [0-9.]+(, [a-z_]+ = [0-9.]+)*)?$' then
    raise exception 'make_partition: %% is no partition of %%', child, parent using errcode = '22023';
  end if;
  digits := substr(child, length(parent) + 3);
  begin
    ends[1] := make_timestamp(substr(digits, 1, 4)::int, substr(digits, 5, 2)::int, substr(digits, 7, 2)::int, 0, 0, 0)
      + make_interval(hours => coalesce(nullif(substr(digits, 9), '')::int, 0));
  exception when datetime_field_overflow then
    ends := null;
  end;
  ends[2] := ends[1] + case when length(digits) = 8 then interval '1 day' else interval '1 hour' end;
  for i in 1 .. 2 loop
    bounds[i] := case when by_day then to_char(ends[i], 'YYYY-MM-DD') else regexp_replace(
      lpad(to_hex((extract(epoch from ends[i]) * 1000)::bigint), 12, '0'), '^(.{8})', '\\1-') || '-0000-0000-000000000000' end;
  end loop;
  if left(to_char(ends[1], 'YYYYMMDDHH24'), length(digits)) is distinct from digits
    or lower_bound is distinct from bounds[1] or upper_bound is distinct from bounds[2] then
    raise exception 'make_partition: %% holds something else than from %% to %%', child, lower_bound, upper_bound
      using errcode = '22023';
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
  name: '0114-make-partition',
  statements: () => [
    `do $do$ begin execute format($format$${MAKE_PARTITION}$format$, current_schema()); end $do$`,
    `revoke all on function make_partition from public`,
  ],
};
