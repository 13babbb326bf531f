import { readFileSync } from 'node:fs'
import type {
  DiagnosticCheck,
  DiagnosticPart,
  Diagnostics,
  Finding,
} from '@quincena/domain/diagnostics/schema'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { checkClock } from '../checks/clock.ts'
import { checkConstancias } from '../checks/constancia.ts'
import { checkContracts } from '../checks/contracts.ts'
import { checkDatabase } from '../checks/database.ts'
import type { HealthCheck, Tools } from '../checks/health-check.ts'
import { checkLedger } from '../checks/ledger.ts'
import { checkMail } from '../checks/mail.ts'
import { checkOidc } from '../checks/oidc.ts'
import { checkProcess } from '../checks/process.ts'
import { checkQueue } from '../checks/queue.ts'
import { checkSeal } from '../checks/seal.ts'
import { checkStorage } from '../checks/storage.ts'
import { checkSTP } from '../checks/stp.ts'

const checks: Record<DiagnosticPart, { run: HealthCheck; failed: Finding }> = {
  database: { run: checkDatabase, failed: 'database_failed' },
  storage: { run: checkStorage, failed: 'storage_failed' },
  queue: { run: checkQueue, failed: 'queue_failed' },
  stp: { run: checkSTP, failed: 'stp_failed' },
  mail: { run: checkMail, failed: 'mail_failed' },
  clock: { run: checkClock, failed: 'clock_failed' },
  ledger: { run: checkLedger, failed: 'ledger_failed' },
  process: { run: checkProcess, failed: 'process_failed' },
  contracts: { run: checkContracts, failed: 'contracts_failed' },
  seal: { run: checkSeal, failed: 'seal_failed' },
  constancia: { run: checkConstancias, failed: 'constancia_failed' },
  oidc: { run: checkOidc, failed: 'oidc_failed' },
}

/** Limit of one health check: less than a browser waits for an answer. */
const limitMs = 30_000
const rounded = (ms: number) => Math.round(ms * 10) / 10

/** The error's code or name, not its message, which may contain an address or a password. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function createTools(context: CommandContext, signal: AbortSignal) {
  const steps: DiagnosticCheck['steps'] = []
  const step: Tools['step'] = async (name, work) => {
    const begun = performance.now()
    try {
      return await work()
    } finally {
      steps.push({ step: name, took_ms: rounded(performance.now() - begun) })
    }
  }
  return { steps, tools: { context, step, signal } }
}

function orLate<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/**
 * Creates the function that runs the health check of a part; one per process. It uses the part as the system does, one
 * check of a part at a time: a second one throws `diagnostics.running` (409). A check that throws or takes longer than
 * 30 s gives the part's `…_failed` finding.
 */
export function createDiagnosis(deps: Deps) {
  const running = new Set<DiagnosticPart>()

  return async function diagnose(context: CommandContext, part: DiagnosticPart): Promise<DiagnosticCheck> {
    if (running.has(part)) throw new AppError('diagnostics.running', 409)
    running.add(part)
    const signal = AbortSignal.timeout(limitMs)
    const { steps, tools } = createTools(context, signal)
    const { run, failed } = checks[part]
    const begun = performance.now()
    const tried_at = isoOf(deps.clock())
    const work = run(deps, tools).finally(() => running.delete(part))
    const result = await orLate(work, signal).catch((err: unknown) => {
      deps.log.warn({ err, part }, 'a diagnostic try failed')
      return { finding: failed, facts: [], detail: codeOf(err) }
    })
    const { finding, facts = [], detail = null } = result
    return {
      part,
      finding,
      facts,
      detail,
      steps: [...steps],
      tried_at,
      took_ms: rounded(performance.now() - begun),
    }
  }
}

const packageFile = new URL('../../../../../../package.json', import.meta.url)
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')))

/** Version, start and configured connections of this server, from its settings alone: it connects to nothing. */
export function describeServer({ env, clock }: Deps): Diagnostics {
  const now = clock()
  return {
    version,
    node: process.versions.node,
    started_at: isoOf(now.subtract({ milliseconds: Math.round(process.uptime() * 1000) })),
    now: isoOf(now),
    demo: env.demo,
    database: env.database_url === undefined ? 'embedded' : 'external',
    storage: env.storage_url === undefined ? 'disk' : 's3',
    stp: env.stp.simulator ? 'simulator' : 'stp',
    mail: env.smtp_url === undefined ? 'outbox' : 'smtp',
  }
}
