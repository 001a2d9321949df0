/** The order as JSON, bytes of the store at most. */
export const ORDER = `
local o, maxBytes = cjson.decode(ARGV[1]), tonumber(ARGV[2])
if o.idem then
  local before = redis.call('GET', P .. 'idem:' .. o.idem)
  if before then
    local hash, id = string.match(before, '^([^ ]*) (.*)$')
    if hash == o.hash then return { 'again', id } end
    return { 'refused', 'other-request' }
  end
end
-- Asked again after an answer was lost.
if redis.call('EXISTS', taskKey(o.id)) == 1 then return { 'taken', o.id } end
if redis.call('SCARD', P .. 'opened:' .. o.owner) >= o.maxOpen then return { 'refused', 'too-many' } end
if (tonumber(redis.call('GET', P .. 'bytes')) or 0) >= maxBytes then return { 'refused', 'full' } end
-- No two tasks of an owner have the same time, so that a list can be read on from any of them.
local owner = P .. 'owner:' .. o.owner
local last = redis.call('ZRANGE', owner, -1, -1, 'WITHSCORES')
local created = math.max(now, (tonumber(last[2]) or 0) + 1)
local T = taskKey(o.id)
redis.call('HSET', T, 'id', o.id, 'owner', o.owner, 'kind', o.kind, 'v', o.v, 'body', o.body, 'pool', o.pool,
  'created_at', created, 'deadline_at', o.deadlineAt, 'most', o.limit, 'buckets', o.buckets, 'sites', '[]', 'docs', 0,
  'notes', 0, 'failed', 0, 'disallowed', 0, 'waiting', 0, 'claimed', 0, 'counted', 0, 'served_at', 0, 'seq', 0, 'bytes', 0)
if o.breadth then redis.call('HSET', T, 'breadth', o.breadth) end
if o.keepMs then redis.call('HSET', T, 'keep_ms', o.keepMs) end
if o.visits then redis.call('HSET', T, 'visits', o.visits) end
if o.idem then
  redis.call('HSET', T, 'idem', o.idem)
  redis.call('SET', P .. 'idem:' .. o.idem, o.hash .. ' ' .. o.id, 'EX', 86400)
end
setState(o.id, 'queued')
redis.call('ZADD', P .. 'queued:' .. o.kind, created, o.id)
redis.call('ZADD', owner, created, o.id)
redis.call('SADD', P .. 'opened:' .. o.owner, o.id)
redis.call('ZADD', P .. 'deadlines', o.deadlineAt, o.id)
if o.webhook then addItem('webhook', o.id, o.owner, o.webhook, now) end
add(o.id, o.seeds, math.huge)
place(o.id)
changed(o.id)
wake()
return { 'taken', o.id }
`;

/** task, entries as JSON, so many more to its limit. */
export const APPEND = `
local id = ARGV[1]
local T = taskKey(id)
local t = redis.call('HMGET', T, 'state', 'owner', 'deadline_at', 'waiting', 'claimed', 'ended_at')
if not t[1] or t[1] == 'failed' or t[1] == 'cancelled' then return 0 end
redis.call('HINCRBY', T, 'most', ARGV[3])
if t[6] then
  setState(id, 'running')
  redis.call('HDEL', T, 'ended_at', 'stopped')
  redis.call('ZREM', P .. 'ended', id)
  redis.call('ZREM', P .. 'brief', id)
  redis.call('ZADD', P .. 'deadlines', t[3], id)
  redis.call('SADD', P .. 'opened:' .. t[2], id)
  redis.call('HINCRBY', P .. 'totals', 'waiting', t[4])
  redis.call('HINCRBY', P .. 'totals', 'claimed', t[5])
end
add(id, cjson.decode(ARGV[2]), math.huge)
endIfOver(id)
place(id)
changed(id)
wake()
return 1
`;

/** task. */
export const PAUSE = `
local id = ARGV[1]
local t = redis.call('HMGET', taskKey(id), 'id', 'ended_at')
if not t[1] or t[2] then return 0 end
setState(id, 'paused')
place(id)
changed(id)
return 1
`;

/** task. */
export const RESUME = `
local id = ARGV[1]
local t = redis.call('HMGET', taskKey(id), 'id', 'ended_at', 'state', 'started_at', 'kind', 'created_at')
if not t[1] or t[2] then return 0 end
if t[3] == 'paused' then
  setState(id, t[4] and 'running' or 'queued')
  if not t[4] then redis.call('ZADD', P .. 'queued:' .. t[5], t[6], id) end
  woken = true
  place(id)
  changed(id)
  wake()
end
return 1
`;

/** owner, state or an empty text, time before, rows at most. */
export const LIST = `
local rows, from = {}, 0
local state, most = ARGV[2], tonumber(ARGV[4])
while #rows < most do
  local ids = redis.call('ZRANGE', P .. 'owner:' .. ARGV[1], '(' .. ARGV[3], '-inf', 'BYSCORE', 'REV', 'LIMIT', from, 200)
  if #ids == 0 then break end
  from = from + #ids
  for _, id in ipairs(ids) do
    if #rows < most and (state == '' or redis.call('HGET', taskKey(id), 'state') == state) then
      rows[#rows + 1] = redis.call('HGETALL', taskKey(id))
    end
  end
end
return rows
`;
