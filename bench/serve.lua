-- serve.lua - what wrk asks the server: half positions at plies of real lines,
-- two tenths lists of games, two tenths single games, a tenth files; or one of these
-- alone, or /health.
local lines = {
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6",
    "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 Bxe7 Qxe7 f4",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6",
}
local filters = {
    "", "eco=B90-B99", "elo=2500-", "result=0-1&sort=date", "date=2000..2010&sort=elo",
    "plies=-40", "moves=1.+e4+e5",
}
local ids = {}
local only

-- ARGUMENTS: a file of ids, milliseconds between an answer and the next question (half of
-- them to one and a half of them; 0: none), and what alone is asked, if not the mix.
function init(args)
    for id in io.lines(args[1]) do ids[#ids + 1] = id end
    local pause = tonumber(args[2])
    only = args[3]
    math.randomseed(7)
    if pause > 0 then
        delay = function() return math.random(pause / 2, pause * 3 / 2) end
    end
end

local function position()
    local words = {}
    for word in lines[math.random(#lines)]:gmatch("%S+") do words[#words + 1] = word end
    local n = math.random(0, #words)
    return "/api/v1/position?moves=" .. table.concat(words, "+", 1, n)
end

function request()
    local draw = math.random(10)
    local path
    if only == "health" then
        path = "/api/v1/health"
    elseif only == "position" or draw <= 5 then
        path = position()
    elseif draw <= 7 then
        path = "/api/v1/games?limit=20&" .. filters[math.random(#filters)]
    elseif draw <= 9 then
        path = "/api/v1/games/" .. ids[math.random(#ids)]
    else
        path = "/"
    end
    return wrk.format("GET", path)
end

function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format(
        '{"bench":"serve","load":"LOAD","asked":"%s","seconds":%.1f,"requests":%d,"per_second":%.0f,"p50_ms":%.2f,"p90_ms":%.2f,"p99_ms":%.2f,"most_ms":%.1f,"mb_per_second":%.1f,"errors":%d,"bad":%d}\n',
        "mix", summary.duration / 1e6, summary.requests, summary.requests / (summary.duration / 1e6),
        latency:percentile(50) / 1e3, latency:percentile(90) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
        summary.bytes / summary.duration,
        e.connect + e.read + e.write + e.timeout, e.status))
end
