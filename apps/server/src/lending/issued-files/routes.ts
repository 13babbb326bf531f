import { fileHash, fileVerification } from '@quincena/domain/issued-files/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { publicAttempts } from '../../http/rate-limits.ts'
import { verifyIssuedFile } from './queries/verify-issued-file.ts'

/** The route by which anybody checks a file of the lender, by the hash that their browser computed. */
export function issuedFileRoutes(app: App, deps: Deps) {
  app.post(
    '/contract/verify',
    allow(
      'public',
      { tags: ['contracts'], body: fileHash, response: { 200: fileVerification } },
      publicAttempts((body) => fileHash.parse(body).sha256),
    ),
    async (request) => verifyIssuedFile(deps, request.body.sha256),
  )
}
