/** process, its description as JSON. The ids of tasks that it holds claims of and that are over. */
export const BEAT = `
redis.call('ZADD', P .. 'alive', now, ARGV[1])
redis.call('HSET', P .. 'processes', ARGV[1], ARGV[2])
local over, told = {}, {}
for _, field in ipairs(redis.call('HKEYS', P .. 'claims:' .. ARGV[1])) do
  local id = string.match(field, '^(.*):%d+$')
  if not told[id] then
    told[id] = true
    local t = redis.call('HMGET', taskKey(id), 'pool', 'ended_at')
    if not t[1] or t[2] then over[#over + 1] = id end
  end
end
return over
`;

/** process that asks, its machine, its number there, numbers of processes that run there as JSON, claims at most. */
export const RECLAIM = `
local self, machine, pid, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[5])
local runs = {}
for _, one in ipairs(cjson.decode(ARGV[4])) do runs[one] = true end
local dead = redis.call('ZRANGEBYSCORE', P .. 'alive', '-inf', now - 10000, 'LIMIT', 0, 100)
local known = redis.call('HGETALL', P .. 'processes')
for i = 1, #known, 2 do
  local one = cjson.decode(known[i + 1])
  if one.machine == machine and (one.pid == pid or not runs[one.pid]) then dead[#dead + 1] = known[i] end
end
local given = 0
for _, process in ipairs(dead) do
  if process ~= self then
    local fields = redis.call('HKEYS', P .. 'claims:' .. process)
    for _, field in ipairs(fields) do
      if given >= most then
        wake()
        return given
      end
      giveBack(process, field, true, 0, #fields == 1)
      given = given + 1
    end
    for _, name in ipairs(redis.call('SMEMBERS', P .. 'held:' .. process)) do letItemGo(name) end
    redis.call('DEL', P .. 'claims:' .. process, P .. 'held:' .. process)
    redis.call('HDEL', P .. 'processes', process)
    redis.call('ZREM', P .. 'alive', process)
  end
end
wake()
return given
`;

/** process. */
export const LEAVE = `
local process = ARGV[1]
for _, field in ipairs(redis.call('HKEYS', P .. 'claims:' .. process)) do giveBack(process, field, false, 0) end
for _, name in ipairs(redis.call('SMEMBERS', P .. 'held:' .. process)) do letItemGo(name) end
redis.call('DEL', P .. 'claims:' .. process, P .. 'held:' .. process)
redis.call('HDEL', P .. 'processes', process)
redis.call('ZREM', P .. 'alive', process)
wake()
return 0
`;

/** time before which ended tasks are deleted, what is said of a unit past its deadline. The ids of tasks that were deleted. */
export const SWEEP = `
for _, id in ipairs(redis.call('ZRANGEBYSCORE', P .. 'deadlines', '-inf', now, 'LIMIT', 0, 100)) do
  if redis.call('HGET', taskKey(id), 'pool') == 'unit' then finish(id, 'failed', ARGV[2], 'timeout')
  else finish(id, 'completed', nil, 'timeout') end
end
local deleted = {}
local expired = redis.call('ZRANGEBYSCORE', P .. 'ended', '-inf', '(' .. ARGV[1], 'LIMIT', 0, 1)
if #expired == 0 then expired = redis.call('ZRANGEBYSCORE', P .. 'brief', '-inf', '(' .. now, 'LIMIT', 0, 1) end
for _, id in ipairs(expired) do
  if remove(id) then
    redis.call('ZREM', P .. 'ended', id)
    redis.call('ZREM', P .. 'brief', id)
    deleted[#deleted + 1] = id
  end
end
-- Whoever was to take a host's free place may have been cancelled before it could.
for _, host in ipairs(redis.call('SRANDMEMBER', P .. 'parked', 50)) do
  if (tonumber(redis.call('HGET', P .. 'pace:' .. host, 'busy')) or 0) <= 0 then unpark(host, 4) end
end
wake()
return deleted
`;

/** task, state, error. */
export const END = `
finish(ARGV[1], ARGV[2], ARGV[3])
return 0
`;

/** task. 1: nothing is left of it; what is left of a large one goes with those that expire. */
export const FORGET = `
if remove(ARGV[1]) then return 1 end
redis.call('ZREM', P .. 'owner:' .. redis.call('HGET', taskKey(ARGV[1]), 'owner'), ARGV[1])
redis.call('HSET', taskKey(ARGV[1]), 'owner', 'forgotten', 'ended_at', 0)
redis.call('ZADD', P .. 'ended', 0, ARGV[1])
return 0
`;

/** Numbers of the store as JSON. */
export const STATS = `
local tasks, kinds = {}, {}
local counts = redis.call('HGETALL', P .. 'counts')
for i = 1, #counts, 2 do
  local state, kind = string.match(counts[i], '^([^:]+):(.*)$')
  kinds[kind] = true
  if tonumber(counts[i + 1]) > 0 then tasks[#tasks + 1] = { kind = kind, state = state, count = tonumber(counts[i + 1]) } end
end
local oldest = {}
for kind in pairs(kinds) do
  local first = redis.call('ZRANGE', P .. 'queued:' .. kind, 0, 0, 'WITHSCORES')
  if first[2] then oldest[#oldest + 1] = { kind = kind, at = tonumber(first[2]) } end
end
local processes = {}
local known = redis.call('HGETALL', P .. 'processes')
for i = 1, #known, 2 do
  local one = cjson.decode(known[i + 1])
  processes[#processes + 1] = { id = known[i], machine = one.machine, pid = one.pid,
    seenAt = tonumber(redis.call('ZSCORE', P .. 'alive', known[i])) or 0 }
end
local totals = redis.call('HMGET', P .. 'totals', 'waiting', 'claimed')
local list = function(values) return #values > 0 and values or cjson.null end
return cjson.encode({ tasks = list(tasks), oldestQueued = list(oldest), processes = list(processes),
  waiting = tonumber(totals[1]) or 0, claimed = tonumber(totals[2]) or 0,
  bytes = tonumber(redis.call('GET', P .. 'bytes')) or 0 })
`;
