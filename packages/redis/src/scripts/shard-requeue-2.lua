--[[
Notes that a job goes back to its queue: from there on its place in the lists says nothing about its age, because BullMQ
puts a job that was delayed among the youngest. Only a job that exists is noted: what finishes it takes the note away.

KEYS[1]    the job hash
KEYS[2]    the jobs of this queue that were put back, a sorted set by their time of publishing
ARGV[1]    the job's id
ARGV[2]    when it was published, milliseconds since 1970
Reply      1 = noted, 0 = there is no such job

  EVALSHA <sha> 2 {sl0}:span:m1-a {sl0}:returned:span  m1-a 1790000000000  → 1
--]]
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
