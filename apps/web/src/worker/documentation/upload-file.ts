import { documentRow } from '@quincena/domain/documents/schema'
import { networkError } from '../../lib/api-error.ts'
import { refusal } from '../../lib/refusal.ts'
import { basePath } from '../../lib/base-path.ts'
import { sessionToken } from '../../lib/session.ts'

/**
 * Sends one document and tells how much of it has left, 0 to 1: the one call that `fetch` cannot report on.
 * Throws an `ApiError` like every other call.
 */
export function uploadFile(form: FormData, onProgress: (sent: number) => void) {
  return new Promise<ReturnType<typeof documentRow.parse>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${basePath}/api/documents/`)
    request.setRequestHeader('Authorization', `Bearer ${sessionToken() ?? ''}`)
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(networkError())
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status })
      if (!response.ok) return void refusal(response).then(reject)
      response.json().then((body) => resolve(documentRow.parse(body)), reject)
    }
    request.send(form)
  })
}
