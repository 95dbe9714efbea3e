--[[
Seals a publish: counts the events of the jobs that the transaction added, and sets the accept marks if all of those jobs
exist. It is the last command of the transaction and alone decides whether the batches are accepted, because a command
that fails inside a MULTI (for example an EVALSHA of a script that the server does not have) does not stop the others.

A mark that this publish set before counts as its own: a repeat after a lost answer is accepted, not a duplicate.
A mark of another batch id belongs to an earlier batch of the same bytes whose record has expired; it is overwritten.

KEYS[1]            counts of the queue shard, a hash
KEYS[2 .. j+1]     the job hashes that the transaction added
KEYS[j+2 .. ]      the accept marks, one per batch
ARGV[1]            j, the number of jobs
ARGV[2 .. 2j+1]    per job: field of the counts, number of events
ARGV[2j+2 .. ]     per batch: value of the mark "<batch id>:<token>", time to live in ms
Reply              { number of missing jobs, then per batch: 1 its mark is ours, 0 it is another's or was not set }

Sent with its source, so that no server can lack it. Example:
  EVAL <source> 3 {sl0}:counts {sl0}:span:m1-a {sl0}:mark:7:9f… 1 span:published 20 "0192…:k1" 900000
  → { 0, 1 }
--]]
local jobs = tonumber(ARGV[1])
local missing = 0
local events = {}
for job = 1, jobs do
  if redis.call('EXISTS', KEYS[1 + job]) == 1 then
    local field = ARGV[2 * job]
    events[field] = (events[field] or 0) + tonumber(ARGV[2 * job + 1])
  else
    missing = missing + 1
  end
end
for field, count in pairs(events) do
  redis.call('HINCRBY', KEYS[1], field, count)
end

local reply = { missing }
for mark = 1, #KEYS - 1 - jobs do
  local won = 0
  if missing == 0 then
    local key = KEYS[1 + jobs + mark]
    local value = ARGV[2 * jobs + 2 * mark]
    local ttl = ARGV[2 * jobs + 2 * mark + 1]
    local mark = redis.call('GET', key)
    if not mark or string.match(mark, '^[^:]*') ~= string.match(value, '^[^:]*') then
      redis.call('SET', key, value, 'PX', ttl)
      won = 1
    elseif mark == value then
      won = 1
    end
  end
  reply[1 + mark] = won
end
return reply
