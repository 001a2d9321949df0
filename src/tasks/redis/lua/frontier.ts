/** process, pool, claims at most, claims of one host at most, version of orders, name of this question. */
export const TAKE = `
local process, pool, most, perHost, version, asked =
  ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local answers = P .. 'taken:' .. process .. ':' .. pool
local before = redis.call('HMGET', answers, 'asked', 'answer')
if before[1] == asked then return before[2] end

for v = 1, version do
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', P .. 'resting:' .. pool .. ':' .. v, '-inf', now, 'LIMIT', 0, 100)) do
    place(id)
  end
end

local function next()
  local best, score
  for v = 1, version do
    local top = redis.call('ZRANGE', P .. 'jobs:' .. pool .. ':' .. v, 0, 0, 'WITHSCORES')
    if top[1] and (not score or tonumber(top[2]) < score) then best, score = top[1], tonumber(top[2]) end
  end
  return best
end

local claims = {}
local function claim(id, seq, tries, depth, host, url)
  if pool ~= 'unit' then
    redis.call('HINCRBY', P .. 'pace:' .. host, 'busy', 1)
    redis.call('PEXPIRE', P .. 'pace:' .. host, 3600000)
  end
  local token = process .. '/' .. asked .. '/' .. #claims
  redis.call('HSET', P .. 'claims:' .. process, id .. ':' .. seq,
    cmsgpack.pack({ token, tonumber(tries), tonumber(depth), host, url, pool }))
  bump(id, 'waiting', -1)
  bump(id, 'claimed', 1)
  local T = taskKey(id)
  redis.call('HINCRBY', T, 'counted', 1)
  redis.call('HSET', T, 'served_at', now)
  redis.call('HSETNX', T, 'started_at', now)
  setState(id, 'running')
  claims[#claims + 1] =
    { task = id, seq = tonumber(seq), token = token, host = host, url = url, depth = tonumber(depth) }
end

-- How often a host may be asked, and whether it may be now. A host that nobody has asked yet is asked once, and then as it
-- wishes.
local function paceOf(host)
  local pace = redis.call('HMGET', P .. 'pace:' .. host, 'next', 'gap', 'busy')
  local at, busy = tonumber(pace[1]) or 0, tonumber(pace[3]) or 0
  return at, busy < (pace[2] == '0' and perHost or 1)
end

local function holdsVisits()
  for _, raw in ipairs(redis.call('HVALS', P .. 'claims:' .. process)) do
    if cmsgpack.unpack(raw)[6] ~= 'unit' then return true end
  end
  return false
end

-- Whether another process visits a suspect. One of an older version may have given it back without a word here.
local function othersVisit()
  local visiting = redis.call('HGETALL', P .. 'visiting')
  for i = 1, #visiting, 2 do
    if redis.call('HEXISTS', P .. 'claims:' .. visiting[i], visiting[i + 1]) == 1 then return true end
    redis.call('HDEL', P .. 'visiting', visiting[i])
  end
  return false
end

-- What suspects mean for this process: true where it takes one to visit alone, or nothing for the time being, since it visits
-- one, or has to end what it visits before.
local function suspected()
  if redis.call('HEXISTS', P .. 'visiting', process) == 1 then return true end
  if pool == 'unit' then return false end
  local suspects = redis.call('ZRANGE', P .. 'suspects', 0, 255)
  -- One process at once is kept from all else by them.
  if #suspects == 0 or othersVisit() then return false end
  for _, one in ipairs(suspects) do
    local v, id, seq, tries, depth, host, url = string.match(one, '^(%d+)|([^|]*)|(%d+)|(%d+)|(%d+)|([^|]*)|(.*)$')
    local t = redis.call('HMGET', taskKey(id), 'pool', 'ended_at', 'counted', 'most', 'state')
    if not t[1] or t[2] then
      redis.call('ZREM', P .. 'suspects', one)
    elseif t[5] ~= 'paused' and tonumber(v) <= version and tonumber(t[3]) < tonumber(t[4]) then
      local at, free = paceOf(host)
      if at <= now and free then
        if holdsVisits() then return true end
        redis.call('ZREM', P .. 'suspects', one)
        redis.call('HSET', P .. 'visiting', process, id .. ':' .. seq)
        claim(id, seq, tries, depth, host, url)
        place(id)
        return true
      end
    end
  end
  return false
end

local function takeOf(id)
  local ready = P .. 'ready:' .. id
  local host = redis.call('ZRANGE', ready, 0, 0)[1]
  if pool ~= 'unit' then
    local at, free = paceOf(host)
    if at > now then
      redis.call('ZADD', ready, at, host)
      return
    end
    if not free then
      redis.call('ZREM', ready, host)
      redis.call('ZADD', P .. 'parked:' .. host, now, id)
      redis.call('SADD', P .. 'parked', host)
      return
    end
  end
  local entry = redis.call('LPOP', queueKey(id, host))
  if not entry then
    redis.call('ZREM', ready, host)
    return
  end
  if redis.call('LLEN', queueKey(id, host)) == 0 then
    redis.call('ZREM', ready, host)
    redis.call('SREM', P .. 'hosts:' .. id, host)
  else
    redis.call('ZADD', ready, now, host)
  end
  local seq, tries, depth, url = string.match(entry, '^(%d+)|(%d+)|(%d+)|(.*)$')
  claim(id, seq, tries, depth, host, url)
end

local tries = suspected() and 0 or most * 4 + 64
while #claims < most and tries > 0 do
  tries = tries - 1
  local id = next()
  if not id then break end
  takeOf(id)
  place(id)
end

local wait
for v = 1, version do
  local first = redis.call('ZRANGE', P .. 'resting:' .. pool .. ':' .. v, 0, 0, 'WITHSCORES')
  local at = tonumber(first[2])
  if at and (not wait or at - now < wait) then wait = at - now end
end
if #claims > 0 and not redis.call('ZSCORE', P .. 'alive', process) then redis.call('ZADD', P .. 'alive', now, process) end
woken = woken and next() ~= nil
wake()
local answer = cjson.encode({ claims = #claims > 0 and claims or cjson.null, wait = wait or cjson.null })
if #claims > 0 then
  redis.call('HSET', answers, 'asked', asked, 'answer', answer)
  redis.call('PEXPIRE', answers, 120000)
end
return answer
`;

/** task, seq, token, what came of it as JSON, the reference of its body or the text of its note, bytes of the store at most. */
export const SETTLE = String.raw`
local id, seq, token, o, body, maxBytes = ARGV[1], ARGV[2], ARGV[3], cjson.decode(ARGV[4]), ARGV[5], tonumber(ARGV[6])
local process = string.match(token, '^([^/]+)/')
local C, field = P .. 'claims:' .. process, id .. ':' .. seq
local raw = redis.call('HGET', C, field)
if not raw then return 0 end
local c = cmsgpack.unpack(raw)
if c[1] ~= token then return 0 end
redis.call('HDEL', C, field)
leaveSuspect(process, field)
local host, pool = c[4], c[6]
local T = taskKey(id)

-- What the host asked for holds for all tasks, whether the outcome is kept or not.
if pool ~= 'unit' then
  local pace = P .. 'pace:' .. host
  redis.call('HSET', pace, 'gap', o.spacing)
  local rest = math.max(o.spacing - o.answered, math.min(o.retry, 60000))
  if rest > 0 then
    local at = math.max(tonumber(redis.call('HGET', pace, 'next')) or 0, math.ceil(now + rest))
    redis.call('HSET', pace, 'next', at)
  end
  redis.call('PEXPIRE', pace, 3600000)
end

local t = redis.call('HMGET', T, 'pool', 'ended_at', 'most', 'failed', 'breadth')
local function lost()
  leaveHost(id, host, pool)
  place(id)
  wake()
  return 0
end
if not t[1] or t[2] then return lost() end
if o.kind ~= 'nothing' and (tonumber(redis.call('GET', P .. 'bytes')) or 0) + #body > maxBytes then
  finish(id, 'failed', o.full)
  return lost()
end

local most, failures = tonumber(t[3]), tonumber(t[4]) + 1
bump(id, 'claimed', -1)
if not (o.kind == 'page' or (o.kind == 'failed' and failures > math.max(most, 20))) then
  redis.call('HINCRBY', T, 'counted', -1)
end
if o.disallowed then redis.call('HINCRBY', T, 'disallowed', 1) end
if o.sites then redis.call('HSET', T, 'sites', o.sites) end

local function differ(a, b)
  local x, n = bit.bxor(a, b), 0
  while x ~= 0 do
    x = bit.band(x, x - 1)
    n = n + 1
  end
  return n
end

-- The address of the first page with this content; else the content is remembered.
local function originalOf()
  if not o.text then return nil end
  local same = redis.call('HGET', P .. 'text:' .. id, o.text)
  if same then return same end
  local near = P .. 'near:' .. id
  local texts = {}
  for i, block in ipairs(o.blocks) do
    texts[i] = redis.call('HGET', near, block) or ''
    for high, low, url in string.gmatch(texts[i], '(%d+),(%d+),([^\n]*)\n') do
      if differ(tonumber(high), o.high) + differ(tonumber(low), o.low) <= 3 then return url end
    end
  end
  redis.call('HSET', P .. 'text:' .. id, o.text, o.url)
  for i, block in ipairs(o.blocks) do
    -- The oldest is forgotten: else pages of one title cost their square.
    if #texts[i] > 8192 then texts[i] = string.sub(texts[i], string.find(texts[i], '\n', 1, true) + 1) end
    redis.call('HSET', near, block, texts[i] .. o.high .. ',' .. o.low .. ',' .. o.url .. '\n')
  end
  return nil
end

if o.kind == 'failed' then
  addNote(id, body, 1)
  if pool == 'unit' then finish(id, 'failed', cjson.decode(body).error) end
elseif o.kind == 'page' then
  local original = originalOf()
  if original then
    addNote(id, cjson.encode({ url = o.url, duplicate_of = original, depth = o.depth }), 0)
  else
    local n = redis.call('HINCRBY', T, 'docs', 1)
    redis.call('XADD', P .. 'docs:' .. id, n .. '-0', 'b', body)
    redis.call('HINCRBY', T, 'bytes', #body)
    redis.call('INCRBY', P .. 'bytes', #body)
  end
elseif o.disallowed then
  addNote(id, cjson.encode({ url = o.url, disallowed = true }), 0)
end
add(id, o.found or {}, tonumber(t[5]) or math.huge)
leaveHost(id, host, pool)
endIfOver(id)
place(id)
changed(id)
wake()
return 1
`;

/** task, key, low bits of the key, key of the address that leads there. */
export const ADMIT = `
local buckets = tonumber(redis.call('HGET', taskKey(ARGV[1]), 'buckets'))
if not buckets then return 0 end
local admitted = P .. 'admitted:' .. ARGV[1]
if redis.call('SADD', P .. 'seen:' .. ARGV[1] .. ':' .. (tonumber(ARGV[3]) % buckets), ARGV[2]) == 1 then
  redis.call('HSET', admitted, ARGV[2], ARGV[4])
  return 1
end
-- Asked again after an answer was lost, or a visit.
return redis.call('HGET', admitted, ARGV[2]) == ARGV[4] and 1 or 0
`;

/** task, seq, token, milliseconds that its host is left alone. */
export const RELEASE = `
local process = string.match(ARGV[3], '^([^/]+)/')
local field = ARGV[1] .. ':' .. ARGV[2]
local raw = redis.call('HGET', P .. 'claims:' .. process, field)
if raw and cmsgpack.unpack(raw)[1] == ARGV[3] then giveBack(process, field, false, tonumber(ARGV[4])) end
wake()
return 0
`;
