import { documentRow } from '@quincena/domain/documents/schema'
import { networkError } from '../../../lib/api-error.ts'
import { basePath } from '../../../lib/base-path.ts'
import { readRefusal } from '../../../lib/refusal.ts'
import { loseSession, sessionToken } from '../../../lib/session.ts'

interface Sending {
  /** Idempotency key: a file that is sent again after a lost answer is stored once. */
  key: string
  signal: AbortSignal
  /** Fraction sent, 0 to 1. */
  onProgress: (sent: number) => void
}

/**
 * Sends one document and reports its progress. Uses XMLHttpRequest because `fetch` does not report upload progress.
 * Rejects with an `ApiError` like every other call; after `signal` aborts, the promise stays pending.
 */
export function uploadFile(form: FormData, { key, signal, onProgress }: Sending) {
  return new Promise<ReturnType<typeof documentRow.parse>>((resolve, reject) => {
    const token = sessionToken()
    const request = new XMLHttpRequest()
    request.open('POST', `${basePath}/api/documents/`)
    request.setRequestHeader('Authorization', `Bearer ${token ?? ''}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(networkError())
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status })
      if (response.status === 401 && token === sessionToken()) loseSession()
      if (!response.ok) return void readRefusal(response).then(reject)
      response.json().then((body) => resolve(documentRow.parse(body)), reject)
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
