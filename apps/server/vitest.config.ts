import { defineConfig } from 'vitest/config'

/** Random histories: `HISTORY_SEED` runs one, `HISTORIES` so many. */
const { HISTORY_SEED, HISTORIES } = process.env
const histories =
  HISTORY_SEED === undefined
    ? { seed: 1, count: Number(HISTORIES ?? 8) }
    : { seed: Number(HISTORY_SEED), count: Number(HISTORIES ?? 1) }

/** The server killed under load: `KILLS` so many times, `KILL_SEED` when; 0 takes any. */
const { KILL_SEED, KILLS } = process.env
const kills = { seed: Number(KILL_SEED ?? 0), count: Number(KILLS ?? 2) }

/** The primary of a cluster killed under load: `FAILOVERS` so many times. */
const failovers = Number(process.env.FAILOVERS ?? 0)

/** Random requests: `FUZZ` so many, `FUZZ_SEED` which. */
const { FUZZ_SEED, FUZZ } = process.env
const fuzz = { seed: Number(FUZZ_SEED ?? 1), count: Number(FUZZ ?? 1000) }

/** The loans of the database on which the plans of all reads are checked; `PLANS=100000` is the whole size. */
const plans = Number(process.env.PLANS ?? 3000)

/** The loans of the database that is backed up and restored; 0: as few as a test needs. */
const restored_loans = Number(process.env.RESTORED_LOANS ?? 0)

/** `RELEASE=1` builds a release twice and starts it. */
const builds_release = process.env.RELEASE === '1'

/** `INSTALL=1` sets up a machine from a release as docs/operations says, with Debian's PostgreSQL, PgBouncer and nginx. */
const installs = process.env.INSTALL === '1'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    provide: { histories, kills, fuzz, failovers, plans, restored_loans, builds_release, installs },
    isolate: false,
    // Many tests wait for processes, clocks and the database. All projects form one group, which needs one `maxWorkers`,
    // so that the tests of other projects compute meanwhile.
    maxWorkers: 4,
    // A time limit only ends a test that hangs: no test passes or fails by the speed of the machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
