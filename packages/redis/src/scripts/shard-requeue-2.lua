--[[
Records the age of a job before it is requeued. BullMQ puts a delayed job among the newest, so its place in the list no
longer shows its age. Records only jobs that exist; finishing a job removes its record.

KEYS[1]    the job hash
KEYS[2]    requeued jobs of this queue, a sorted set by time of publishing
ARGV[1]    the job's id
ARGV[2]    time of publishing, ms since 1970
Reply      1 recorded, 0 the job does not exist

Example: EVALSHA … 2 {sl0}:span:m1-a {sl0}:returned:span m1-a 1790000000000  → 1
--]]
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
