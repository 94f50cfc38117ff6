// fsrs.mjs REPLAY_REVIEWS: random histories of reviews, replayed by our
// scheduler and by ts-fsrs; stability, difficulty and the day must agree.
// TBY_SEED=n repeats a run.
import { execFileSync } from 'node:child_process'
import { createEmptyCard, fsrs } from '../../web/node_modules/ts-fsrs/dist/index.mjs'

const HISTORIES = 1000
const DAY = 86400
const seed = Number(process.env.TBY_SEED ?? Math.floor(Date.now() / 1000))
console.log(`TBY_SEED=${seed}`)

// --- random numbers (mulberry32) --------------------------------------------

let state = seed | 0
function random() {
  state = (state + 0x6d2b79f5) | 0
  let z = Math.imul(state ^ (state >>> 15), 1 | state)
  z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z
  return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32
}
const below = n => Math.floor(random() * n)

// --- histories ----------------------------------------------------------------

const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false })

// When the card is looked at: within the hour, the same day or the next, about
// when it is due, to the second when it is due, or years later.
function nextTime(now, due) {
  switch (below(6)) {
    case 0: return now + below(3600)
    case 1: return now + below(2 * DAY)
    case 2: return due
    case 3: return due + below(400 * DAY)
    case 4: return now + below(20 * 365 * DAY)
    default: return now + Math.floor((due - now) * (0.5 + random()))
  }
}

// Some people press one button nearly always.
function ratingBy(habit) {
  return habit > 0 && random() < 0.9 ? habit : 1 + below(4)
}

function randomHistory() {
  const steps = []
  const habit = below(5)
  let now = below(2e9)
  let card = createEmptyCard(new Date(now * 1000))
  for (let n = 1 + below(random() < 0.1 ? 200 : 30); n > 0; n--) {
    const rating = ratingBy(habit)
    card = scheduler.next(card, new Date(now * 1000), rating).card
    steps.push({ now, rating, card })
    now = nextTime(now, card.due.getTime() / 1000)
    if (now > 2e11) break // ours ends with the year 9999
  }
  return steps
}

// --- comparing ----------------------------------------------------------------

function near(a, b) {
  return Math.abs(a - b) <= 1e-6
}

function agrees(ours, card) {
  const [stability, difficulty, due, last, reps, lapses] = ours
  return near(stability, card.stability) && near(difficulty, card.difficulty) &&
    due * 1000 === card.due.getTime() &&
    last * 1000 === card.last_review.getTime() &&
    reps === card.reps && lapses === card.lapses
}

const histories = Array.from({ length: HISTORIES }, randomHistory)
const input = histories.map(steps => 'new\n' +
  steps.map(({ now, rating }) => `${now} ${rating}\n`).join('')).join('')
const output = execFileSync(process.argv[2], { input, maxBuffer: 1 << 28 })
  .toString().trimEnd().split('\n').map(line => line.split(' ').map(Number))

const steps = histories.flat()
if (output.length !== steps.length) throw new Error('lines are missing')
let worst = 0
steps.forEach(({ now, rating, card }, i) => {
  worst = Math.max(worst, Math.abs(output[i][0] - card.stability))
  if (agrees(output[i], card)) return
  console.error(`review ${i} (time ${now}, rating ${rating}): ours`, output[i],
    'ts-fsrs', card)
  process.exit(1)
})
console.log(`${HISTORIES} histories, ${steps.length} reviews agree;`,
  `the largest difference of stability is ${worst}`)
