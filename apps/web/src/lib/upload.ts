import type { ZodType } from 'zod'
import { networkError } from './api-error.ts'
import { basePath } from './base-path.ts'
import { readRefusal } from './refusal.ts'
import { loseSession, sessionHeader, sessionNumber } from './session.ts'

export interface UploadOptions {
  /** Idempotency key: a file that is sent again after a lost answer is stored once. */
  key: string
  signal: AbortSignal
  /** Fraction sent, 0 to 1. */
  onProgress: (sent: number) => void
}

/**
 * Posts a form with a file and reports its progress. Uses XMLHttpRequest because `fetch` does not report upload
 * progress. Throws an `ApiError` as the calls of `api` do; after `signal` aborts, the promise stays pending.
 */
export function uploadForm<T>(schema: ZodType<T>, path: string, options: UploadOptions & { form: FormData }) {
  const { form, key, signal, onProgress } = options
  return new Promise<T>((resolve, reject) => {
    const session = sessionNumber()
    const request = new XMLHttpRequest()
    request.open('POST', `${basePath}/api${path}`)
    request.setRequestHeader(sessionHeader, session ?? '')
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(networkError())
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status })
      if (response.status === 401 && session === sessionNumber()) loseSession()
      if (!response.ok) return void readRefusal(response).then(reject)
      response.json().then((body) => resolve(schema.parse(body)), reject)
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
