import { UNIT_DEATHS, UNIT_GIVEN_UP, UNSURE_DEATHS, VISIT_DEATHS, VISIT_GIVEN_UP } from "../../deaths.ts";

/*
 * What every script begins with. A script's one key is the prefix with its hash tag: all that it touches has that prefix,
 * so that it lies in one slot of a cluster.
 *
 *     task:<id>            HASH    the task's row
 *     jobs:<pool>:<v>      ZSET    tasks with something to take now: fewest claims first, then those served longest ago
 *     resting:<pool>:<v>   ZSET    tasks whose hosts all rest: when the first may be asked
 *     ready:<id>           ZSET    hosts of a task with waiting entries: when each may be asked
 *     q:<id>:<host>        LIST    waiting entries: seq|tries|depth|url
 *     pace:<host>          HASH    of all tasks: `next` time, `gap` between two visits, `busy` claims
 *     parked:<host>        ZSET    tasks that wait for a place at a host that has none free
 *     claims:<process>     HASH    <task>:<seq> -> token, tries, depth, host, url
 *     suspects             ZSET    entries that two dead processes held, by deaths: v|task|seq|tries|depth|host|url
 *     brief                ZSET    ended tasks that are kept for a shorter time than others: until when
 *     visiting             HASH    process -> <task>:<seq> of the suspect that it visits
 *     seen:<id>:<bucket>   SET     keys of known addresses as integers, few enough for a compact set
 *     admitted:<id>        HASH    keys that redirects led to -> key of the address that led there
 *     docs:<id>, notes:<id>  STREAM  numbered from 1-0 without gaps
 */
export const COMMON = `
local P = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local UNSURE_DEATHS = ${UNSURE_DEATHS}
local woken = false

local function taskKey(id) return P .. 'task:' .. id end
local function queueKey(id, host) return P .. 'q:' .. id .. ':' .. host end

-- Counts of a task that are also counted over all open tasks.
local function bump(id, field, by)
  redis.call('HINCRBY', taskKey(id), field, by)
  redis.call('HINCRBY', P .. 'totals', field, by)
end

-- Puts a task among those with something to take, among those that rest, or among neither.
local function place(id)
  local t = redis.call('HMGET', taskKey(id), 'ended_at', 'waiting', 'counted', 'most', 'pool', 'v', 'claimed', 'served_at', 'visits', 'state')
  if not t[5] then return end
  local jobs = P .. 'jobs:' .. t[5] .. ':' .. t[6]
  local resting = P .. 'resting:' .. t[5] .. ':' .. t[6]
  local first = {}
  local free = tonumber(t[3]) < tonumber(t[4]) and (not t[9] or tonumber(t[7]) < tonumber(t[9]))
  if not t[1] and t[10] ~= 'paused' and tonumber(t[2]) > 0 and free then
    first = redis.call('ZRANGE', P .. 'ready:' .. id, 0, 0, 'WITHSCORES')
  end
  local at = tonumber(first[2])
  if not at then
    redis.call('ZREM', jobs, id)
    redis.call('ZREM', resting, id)
  elseif at <= now then
    redis.call('ZREM', resting, id)
    if redis.call('ZCARD', jobs) == 0 then woken = true end
    redis.call('ZADD', jobs, tonumber(t[7]) * 1e13 + tonumber(t[8]), id)
  else
    redis.call('ZREM', jobs, id)
    redis.call('ZADD', resting, at, id)
  end
end

local function changed(id) redis.call('PUBLISH', P .. 'changed', id) end

-- Idle processes are told only where there was nothing to take before: the others ask anyway.
local function wake()
  if woken then redis.call('PUBLISH', P .. 'wake', '') end
end

local function setState(id, state)
  local T = taskKey(id)
  local before = redis.call('HMGET', T, 'kind', 'state')
  if before[2] == state then return end
  if before[2] then redis.call('HINCRBY', P .. 'counts', before[2] .. ':' .. before[1], -1) end
  if before[2] == 'queued' then redis.call('ZREM', P .. 'queued:' .. before[1], id) end
  redis.call('HINCRBY', P .. 'counts', state .. ':' .. before[1], 1)
  redis.call('HSET', T, 'state', state)
end

local function finish(id, state, err, stopped)
  local T = taskKey(id)
  local t = redis.call('HMGET', T, 'ended_at', 'owner', 'waiting', 'claimed', 'pool', 'keep_ms')
  if not t[5] or t[1] then return end
  setState(id, state)
  redis.call('HSET', T, 'ended_at', now)
  if err and err ~= '' then redis.call('HSET', T, 'error', err) end
  if stopped then redis.call('HSET', T, 'stopped', stopped) end
  redis.call('HINCRBY', P .. 'totals', 'waiting', 0 - tonumber(t[3]))
  redis.call('HINCRBY', P .. 'totals', 'claimed', 0 - tonumber(t[4]))
  redis.call('SREM', P .. 'opened:' .. t[2], id)
  redis.call('ZREM', P .. 'deadlines', id)
  redis.call('ZADD', P .. 'ended', now, id)
  if t[6] then redis.call('ZADD', P .. 'brief', now + tonumber(t[6]), id) end
  place(id)
  redis.call('PUBLISH', P .. 'over', id)
  changed(id)
end

-- A task is over when nothing is under way and nothing may be begun.
local function endIfOver(id)
  local t = redis.call('HMGET', taskKey(id), 'ended_at', 'claimed', 'waiting', 'counted', 'most')
  if not t[5] or t[1] or tonumber(t[2]) > 0 then return end
  local waiting = tonumber(t[3])
  if waiting > 0 and tonumber(t[4]) < tonumber(t[5]) then return end
  finish(id, 'completed', nil, waiting > 0 and 'limit' or nil)
end

local function addNote(id, body, failed)
  local T = taskKey(id)
  local n = redis.call('HINCRBY', T, 'notes', 1)
  if failed > 0 then redis.call('HINCRBY', T, 'failed', failed) end
  redis.call('HINCRBY', T, 'bytes', #body)
  redis.call('INCRBY', P .. 'bytes', #body)
  redis.call('XADD', P .. 'notes:' .. id, n .. '-0', 'b', body, 'at', now)
end

-- Adds what is new and within its bounds, so many at most. Each: key, low bits of the key, host, url, depth, bounds.
local function add(id, found, most)
  local T = taskKey(id)
  local buckets = tonumber(redis.call('HGET', T, 'buckets'))
  local added = 0
  for _, one in ipairs(found) do
    if added >= most then break end
    if redis.call('SADD', P .. 'seen:' .. id .. ':' .. (one[2] % buckets), one[1]) == 1 then
      local within = true
      for _, bound in ipairs(one[6]) do
        if redis.call('HINCRBY', P .. 'tally:' .. id, bound[1], 1) > bound[2] then within = false break end
      end
      if within then
        local host = one[3]
        local seq = redis.call('HINCRBY', T, 'seq', 1)
        if redis.call('RPUSH', queueKey(id, host), seq .. '|0|' .. one[5] .. '|' .. one[4]) == 1 then
          redis.call('SADD', P .. 'hosts:' .. id, host)
          local at = math.max(tonumber(redis.call('HGET', P .. 'pace:' .. host, 'next')) or 0, now)
          redis.call('ZADD', P .. 'ready:' .. id, 'NX', at, host)
        end
        added = added + 1
      end
    end
  end
  if added > 0 then bump(id, 'waiting', added) end
end

-- Lets tasks that wait for a place at a host ask again, as many as there are places.
local function unpark(host, most)
  local parked = P .. 'parked:' .. host
  while most > 0 do
    local next = redis.call('ZPOPMIN', parked)
    local id = next[1]
    if not id then
      redis.call('SREM', P .. 'parked', host)
      return
    end
    local t = redis.call('HMGET', taskKey(id), 'ended_at', 'state')
    if redis.call('LLEN', queueKey(id, host)) > 0 and not t[1] then
      local at = math.max(tonumber(redis.call('HGET', P .. 'pace:' .. host, 'next')) or 0, now)
      redis.call('ZADD', P .. 'ready:' .. id, at, host)
      place(id)
      if t[2] ~= 'paused' then most = most - 1 end
    end
  end
end

-- A claim of a host has ended: its place is free.
local function leaveHost(id, host, pool)
  local again = redis.call('LLEN', queueKey(id, host)) > 0
  local at = now
  if pool ~= 'unit' then
    local pace = P .. 'pace:' .. host
    if redis.call('HINCRBY', pace, 'busy', -1) < 0 then redis.call('HSET', pace, 'busy', 0) end
    at = math.max(tonumber(redis.call('HGET', pace, 'next')) or 0, now)
    local max = 1
    if redis.call('HGET', pace, 'gap') == '0' then max = 4 end
    unpark(host, max)
  end
  if again then redis.call('ZADD', P .. 'ready:' .. id, at, host) end
end

-- A claim has ended: where it is the suspect that its process visited, the process may visit others again.
local function leaveSuspect(process, field)
  if redis.call('HGET', P .. 'visiting', process) == field then redis.call('HDEL', P .. 'visiting', process) end
end

-- Gives a claim back, in front of its queue. died: its process is dead, which counts as a try; a suspect's, where it was
-- alone. rest: milliseconds that its host is left alone.
local function giveBack(process, field, died, rest, alone)
  local C = P .. 'claims:' .. process
  local raw = redis.call('HGET', C, field)
  if not raw then return end
  redis.call('HDEL', C, field)
  local c = cmsgpack.unpack(raw)
  leaveSuspect(process, field)
  local id, seq = string.match(field, '^(.*):(%d+)$')
  local t = redis.call('HMGET', taskKey(id), 'pool', 'ended_at', 'v')
  if not t[1] or t[2] then
    leaveHost(id, c[4], c[6])
    return
  end
  local tries, isVisit = c[2], c[6] ~= 'unit'
  if died and (alone or tries < UNSURE_DEATHS or not isVisit) then tries = tries + 1 end
  local givenUp = tries >= (isVisit and ${VISIT_DEATHS} or ${UNIT_DEATHS})
  if not givenUp then
    if isVisit and tries >= UNSURE_DEATHS then
      redis.call('ZADD', P .. 'suspects', tries * 2 ^ 40 + seq, table.concat({ t[3], id, seq, tries, c[3], c[4], c[5] }, '|'))
      woken = true
    else
      redis.call('LPUSH', queueKey(id, c[4]), seq .. '|' .. tries .. '|' .. c[3] .. '|' .. c[5])
      redis.call('SADD', P .. 'hosts:' .. id, c[4])
    end
    bump(id, 'waiting', 1)
  end
  bump(id, 'claimed', -1)
  redis.call('HINCRBY', taskKey(id), 'counted', -1)
  if rest > 0 and c[6] ~= 'unit' then
    local pace = P .. 'pace:' .. c[4]
    redis.call('HSET', pace, 'next', math.max(tonumber(redis.call('HGET', pace, 'next')) or 0, math.ceil(now + rest)))
  end
  leaveHost(id, c[4], c[6])
  if rest > 0 then redis.call('ZADD', P .. 'ready:' .. id, 'XX', 'GT', math.ceil(now + rest), c[4]) end
  if givenUp then
    local err = isVisit and '${VISIT_GIVEN_UP}' or '${UNIT_GIVEN_UP}'
    addNote(id, cjson.encode({ url = c[5], error = err, code = 'internal' }), 1)
    if not isVisit then finish(id, 'failed', err) end
    endIfOver(id)
  end
  place(id)
  changed(id)
end

-- Gives a claimed item back to its queue.
local function letItemGo(name)
  local I = P .. 'item:' .. name
  local item = redis.call('HMGET', I, 'process', 'due')
  if not item[1] then return end
  redis.call('HDEL', I, 'process', 'token')
  redis.call('SREM', P .. 'held:' .. item[1], name)
  if item[2] then
    local queue, id = string.match(name, '^([^:]+):(.*)$')
    redis.call('ZADD', P .. 'due:' .. queue, item[2], id)
  end
end

local function addItem(queue, id, owner, body, due)
  local I = P .. 'item:' .. queue .. ':' .. id
  if redis.call('EXISTS', I) == 1 then return 0 end
  redis.call('HSET', I, 'id', id, 'owner', owner, 'body', body)
  redis.call('ZADD', P .. 'items:' .. queue .. ':' .. owner, 0, id)
  if due ~= '' then
    redis.call('HSET', I, 'due', due)
    redis.call('ZADD', P .. 'due:' .. queue, due, id)
  end
  return 1
end

local function removeItem(queue, id)
  local name = queue .. ':' .. id
  local item = redis.call('HMGET', P .. 'item:' .. name, 'owner', 'process')
  if not item[1] then return 0 end
  if item[2] then redis.call('SREM', P .. 'held:' .. item[2], name) end
  redis.call('ZREM', P .. 'due:' .. queue, id)
  redis.call('ZREM', P .. 'items:' .. queue .. ':' .. item[1], id)
  redis.call('DEL', P .. 'item:' .. name)
  return 1
end

-- Deletes a task, so much at once; whether nothing is left of it.
local function remove(id)
  local T = taskKey(id)
  finish(id, 'cancelled')
  local hosts = redis.call('SPOP', P .. 'hosts:' .. id, 1000)
  for _, host in ipairs(hosts) do redis.call('UNLINK', queueKey(id, host)) end
  if #hosts == 1000 then return false end
  local t = redis.call('HMGET', T, 'buckets', 'owner', 'kind', 'state', 'bytes', 'idem', 'pool', 'v')
  if not t[1] then return true end
  local buckets = tonumber(t[1])
  for b = 0, buckets - 1 do redis.call('UNLINK', P .. 'seen:' .. id .. ':' .. b) end
  for _, part in ipairs({ 'ready:', 'docs:', 'notes:', 'tally:', 'text:', 'near:', 'admitted:' }) do redis.call('UNLINK', P .. part .. id) end
  redis.call('DECRBY', P .. 'bytes', tonumber(t[5]) or 0)
  redis.call('HINCRBY', P .. 'counts', t[4] .. ':' .. t[3], -1)
  redis.call('ZREM', P .. 'owner:' .. t[2], id)
  redis.call('ZREM', P .. 'ended', id)
  redis.call('ZREM', P .. 'brief', id)
  if t[6] then redis.call('DEL', P .. 'idem:' .. t[6]) end
  removeItem('webhook', id)
  redis.call('DEL', T)
  return true
end
`;
