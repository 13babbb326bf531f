import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Line, Row, Target } from '../harness/row.ts'

/** A benchmark that is a program of its own, because it needs a database or a server of its own kind. */
interface BenchProgram {
  name: string
  title: string
  file: string
  args: (context: Context) => string[]
  target: Target
  what: string
  /** Finds the ratio in what the program prints; the last of several counts, or the worst. */
  ratio: RegExp
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Loans for each loan that the daily close finds due: a million for 100,000. */
const LOANS_PER_DUE = 10

const programs: readonly BenchProgram[] = [
  {
    name: 'events',
    title: 'Commits with three events against commits without',
    file: 'bench/events.ts',
    args: () => [],
    target: { at_least: 0.9 },
    what: 'commits per second',
    ratio: /'three events'\s*│\s*[\d.]+\s*│\s*([\d.]+)/g,
  },
  {
    name: 'sign-ins',
    title: 'Sign-in against Argon2id alone',
    file: 'bench/sign-ins.ts',
    args: ({ server }) => ['--server', join(server, 'apps/server/src/main.ts')],
    target: { at_least: 0.8 },
    what: 'sign-in',
    ratio: /([\d.]+) by processor time/g,
  },
  {
    name: 'daily-close',
    title: 'Daily close of the loans of one due day against one UPDATE of as many',
    file: 'bench/daily-close.ts',
    args: ({ size }) => ['--loans', String(Math.ceil(size.loans / LOANS_PER_DUE))],
    target: { at_most: 4 },
    what: 'the costliest of the days until the loans are late',
    ratio: /ratio_of_processors: ([\d.]+)/g,
  },
]

/** Runs a program of the repository to its end; throws if it fails. */
async function run(file: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, file), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part) => parts.push(part))
  const [code] = await once(child, 'close')
  const output = Buffer.concat(parts).toString()
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${output}`)
  return output
}

function rowOf({ name, title, file, args, target, what, ratio }: BenchProgram): Row {
  return {
    ...{ name, title },
    async measure(context): Promise<Line[]> {
      const output = await run(file, args(context))
      const ratios = [...output.matchAll(ratio)].map(([, text]) => Number(text))
      const worst = 'at_least' in target ? Math.min(...ratios) : Math.max(...ratios)
      if (!Number.isFinite(worst)) throw new Error(`${file} prints no ratio:\n${output}`)
      return [{ what, ratio: worst, target, detail: { output } }]
    },
  }
}

/** The rows that programs of their own measure. */
export const programRows: readonly Row[] = programs
  .filter(({ file }) => existsSync(join(root, file)))
  .map(rowOf)
