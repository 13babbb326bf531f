import type { JobWithMetadata } from 'pg-boss'
import { pino } from 'pino'
import type { Log } from '../command/log.ts'

export type JobLog = Pick<Log, 'warn' | 'error'>
type FailedJob = Pick<JobWithMetadata<object>, 'id' | 'name' | 'data' | 'retryCount' | 'retryLimit'>

const emailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g
/** Shorter texts are codes; masking them would also mask parts of ordinary text. */
const shortestMasked = 3

/** The texts in the data, also in its lists and objects. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

function maskTexts(text: string, data: object): string {
  const secrets = textsOf(data).filter((value) => value.length >= shortestMasked)
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text).replace(emailAddress, '…')
}

/**
 * Selects only type, code, message and stack, because a mail server's error has other fields with recipients. Texts of
 * the job's data and e-mail addresses are masked in message and stack.
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
