/** queue, id, owner, body, time or an empty text. */
export const ADD_ITEM = `
return addItem(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])
`;

/** queue, process, items at most, name of this question. Each: id, owner, body, due, token. */
export const TAKE_ITEMS = `
local queue, process, most, asked = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local items = {}
local function hand(id)
  local i = redis.call('HMGET', P .. 'item:' .. queue .. ':' .. id, 'owner', 'body', 'due', 'token')
  items[#items + 1] = { id, i[1], i[2], i[3], i[4] }
end
-- Asked again after an answer was lost: the same items.
for _, name in ipairs(redis.call('SMEMBERS', P .. 'held:' .. process)) do
  if redis.call('HGET', P .. 'item:' .. name, 'asked') == asked then hand(string.match(name, '^[^:]+:(.*)$')) end
end
if #items > 0 then return items end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', P .. 'due:' .. queue, '-inf', now, 'LIMIT', 0, most)) do
  redis.call('ZREM', P .. 'due:' .. queue, id)
  redis.call('HSET', P .. 'item:' .. queue .. ':' .. id, 'process', process, 'asked', asked,
    'token', process .. '/' .. asked .. '/' .. #items)
  redis.call('SADD', P .. 'held:' .. process, queue .. ':' .. id)
  hand(id)
end
if #items > 0 and not redis.call('ZSCORE', P .. 'alive', process) then redis.call('ZADD', P .. 'alive', now, process) end
return items
`;

/** queue, id, token, body, time or an empty text, 1: the claim is held. */
export const SAVE_ITEM = `
local name = ARGV[1] .. ':' .. ARGV[2]
local I = P .. 'item:' .. name
if redis.call('HGET', I, 'token') ~= ARGV[3] then return 0 end
redis.call('HSET', I, 'body', ARGV[4])
if ARGV[5] == '' then redis.call('HDEL', I, 'due') else redis.call('HSET', I, 'due', ARGV[5]) end
if ARGV[6] ~= '1' then letItemGo(name) end
return 1
`;

/** queue, id, owner, body, time or an empty text. */
export const REPLACE_ITEM = `
local name = ARGV[1] .. ':' .. ARGV[2]
local I = P .. 'item:' .. name
if redis.call('HGET', I, 'owner') ~= ARGV[3] then return 0 end
letItemGo(name)
redis.call('HSET', I, 'body', ARGV[4])
if ARGV[5] == '' then
  redis.call('HDEL', I, 'due')
  redis.call('ZREM', P .. 'due:' .. ARGV[1], ARGV[2])
else
  redis.call('HSET', I, 'due', ARGV[5])
  redis.call('ZADD', P .. 'due:' .. ARGV[1], ARGV[5], ARGV[2])
end
return 1
`;

/** queue, id, owner. */
export const REMOVE_ITEM = `
if redis.call('HGET', P .. 'item:' .. ARGV[1] .. ':' .. ARGV[2], 'owner') ~= ARGV[3] then return 0 end
return removeItem(ARGV[1], ARGV[2])
`;

/** queue, owner, items at most; or an id instead of the number with `one` behind it. Each: id, owner, body, due. */
export const READ_ITEMS = `
local queue, owner = ARGV[1], ARGV[2]
local ids = ARGV[4] == 'one' and { ARGV[3] }
  or redis.call('ZRANGE', P .. 'items:' .. queue .. ':' .. owner, 0, tonumber(ARGV[3]) - 1)
local items = {}
for _, id in ipairs(ids) do
  local i = redis.call('HMGET', P .. 'item:' .. queue .. ':' .. id, 'owner', 'body', 'due')
  if i[1] == owner then items[#items + 1] = { id, i[1], i[2], i[3] or '' } end
end
return items
`;
