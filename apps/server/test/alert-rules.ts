import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const rules = fileURLToPath(new URL('../../../docs/monitoring/alerts.yml', import.meta.url))

const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => existsSync(path))

/** The package of Debian with Prometheus' own evaluation of rules, if it is missing. */
export const missingPromtool = (): string[] => (promtool === undefined ? ['prometheus'] : [])

/** Text of `/metrics` by process; null where it did not answer. */
export type Scrape = Record<string, string | null>

/** The largest value of a figure in all processes, as the rules read it; undefined where none has it. */
export function largest(scraped: Scrape, sample: string): number | undefined {
  const values = Object.values(scraped).flatMap((text) => {
    const line = text?.split('\n').find((each) => each.startsWith(`${sample} `))
    return line === undefined ? [] : [Number(line.slice(sample.length + 1))]
  })
  return values.length === 0 ? undefined : Math.max(...values)
}

type Samples = ReadonlyMap<string, number>

/** A sample with the labels of its scrape. */
function labelled(name: string, labels: string, instance: string): string {
  const own = [`instance="${instance}"`, 'job="quincena"', ...(labels === '' ? [] : [labels])]
  return `${name}{${own.join(',')}}`
}

/** The lender's samples of a scrape, and `up` as Prometheus adds it. */
function samplesOf(scrape: Scrape): Samples {
  const samples = new Map<string, number>()
  for (const [instance, text] of Object.entries(scrape)) {
    samples.set(labelled('up', '', instance), text === null ? 0 : 1)
    for (const line of text?.split('\n') ?? []) {
      const [, name, labels = '', value] = /^(quincena_\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name !== undefined) samples.set(labelled(name, labels, instance), Number(value))
    }
  }
  return samples
}

interface Phase {
  samples: Samples
  minutes: number
}

/** Seconds that do not grow while an outage lasts: a time of day, and the wait of a job, which each attempt begins anew. */
const steady = /^quincena_(?:\w+_timestamp|job_oldest)_seconds\{/

/** A value that says since when something lasts grows on; all others stay as they were measured. */
function held(series: string, { samples, minutes }: Phase): string {
  const value = samples.get(series)
  if (value === undefined) return `_x${minutes - 1}`
  const grows = value > 0 && /^quincena_\w+_seconds\{/.test(series) && !steady.test(series)
  return `${value}${grows ? '+60' : '+0'}x${minutes - 1}`
}

const phaseMinutes = { before: 30, during: 120, after: 60 }

/** What was measured before, during and after an outage. */
export type Measured = Record<keyof typeof phaseMinutes, Scrape>

/** An alert, and for how many minutes it fires in the last hours of a range. */
function findFiring(output: string): Record<string, number> {
  const found = output.matchAll(/\{alertname=\\?"(\w+)\\?"\} ([\d.E+]+)/g)
  return Object.fromEntries([...found].map(([, name = '', count]) => [name, Number(count)]))
}

function evaluate(phases: readonly Phase[], { at, range }: { at: number; range: number }) {
  const series = [...new Set(phases.flatMap(({ samples }) => [...samples.keys()]))]
  const folder = mkdtempSync(join(tmpdir(), 'quincena-rules-'))
  const expr = `sum by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${range}m:1m]))`
  const test = {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series.map((each) => ({
          series: each,
          values: phases.map((phase) => held(each, phase)).join(' '),
        })),
        // Nothing is expected, so that all that fires is printed as a difference.
        promql_expr_test: [{ expr, eval_time: `${at}m`, exp_samples: [] }],
      },
    ],
  }
  // JSON is YAML.
  const file = join(folder, 'outage.yml')
  writeFileSync(file, JSON.stringify(test))
  const { stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  if (!/SUCCESS|got:/.test(stdout + stderr)) throw new Error(`promtool: ${stdout}${stderr}`)
  return findFiring(stdout + stderr)
}

/**
 * Evaluates the shipped rules by Prometheus' own program on what was measured, each phase held for so long: before 30
 * minutes, during two hours, after one hour. Returns the minutes of the outage after which each alert fires, and what
 * still fires an hour after the end.
 */
export function judgeAlerts(measured: Measured): { fires_after: Record<string, number>; at_end: string[] } {
  const phases = (['before', 'during', 'after'] as const).map((name) => ({
    samples: samplesOf(measured[name]),
    minutes: phaseMinutes[name],
  }))
  const { before, during, after } = phaseMinutes
  const fired = evaluate(phases, { at: before + during - 1, range: during })
  const fires_after = Object.fromEntries(
    Object.entries(fired)
      .map(([name, minutes]): [string, number] => [name, during - minutes])
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )
  const at_end = evaluate(phases, { at: before + during + after - 1, range: 5 })
  return { fires_after, at_end: Object.keys(at_end).sort() }
}
