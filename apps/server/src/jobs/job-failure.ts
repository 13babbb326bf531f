import type { JobWithMetadata } from 'pg-boss'
import { pino } from 'pino'
import { z } from 'zod'
import type { Log } from '../command/log.ts'

export type JobLog = Pick<Log, 'warn' | 'error'>
type FailedJob = Pick<JobWithMetadata<object>, 'id' | 'name' | 'data' | 'retryCount' | 'retryLimit'>

const emailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g
/** Phones, cards and accounts; RFC and CURP. */
const personalCode = /\d{10,}|\b[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3,8}\b/g
/** Shorter texts are codes; masking them would also mask parts of ordinary text. */
const shortestMasked = 3

/** The texts in the data, also in its lists and objects. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

function maskTexts(text: string, data: unknown): string {
  const secrets = textsOf(data).filter((value) => value.length >= shortestMasked)
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replace(emailAddress, '…')
    .replace(personalCode, '…')
}

/**
 * Selects only type, code, message and stack, because a mail server's error has other fields with recipients. Texts of
 * the job's data, e-mail addresses, long numbers, RFC and CURP are masked in message and stack.
 */
function describeError(error: unknown, data: object) {
  if (!(error instanceof Error)) return { type: typeof error, message: maskTexts(String(error), data) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  return {
    type,
    message: maskTexts(message, data),
    stack: maskTexts(stack, data),
    ...('code' in error && { code: error.code }),
  }
}

const keptError = z.object({ message: z.string() })
const keptOutput = z.union([keptError, z.object({ value: keptError }).transform(({ value }) => value)])
const shownLength = 200

/** Why a job failed, in one line, from what the queue keeps of its last error; masked as in the log. */
export function failureReason({ output, data }: { output: unknown; data: unknown }): string {
  const kept = keptOutput.safeParse(output)
  if (!kept.success) return 'no reason is kept'
  // What another machine answered could steer an operator's terminal.
  return maskTexts(kept.data.message, data)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, shownLength)
}

/** Logs a failed attempt of a job without its data: a warning while retries are left, an error at the last attempt. */
export function logFailure(
  log: JobLog,
  { id, name, data, retryCount, retryLimit }: FailedJob,
  error: unknown,
) {
  const err = describeError(error, data)
  const fields = { job: name, job_id: id, attempt: retryCount + 1, attempts: retryLimit + 1, err }
  if (retryCount < retryLimit) log.warn(fields, 'job failed, it is retried')
  else log.error(fields, 'job failed, no retries left')
}
