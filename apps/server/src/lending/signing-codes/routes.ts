import { sentSigningCode, signingCodeBody } from '@quincena/domain/loans/signing-code'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { attemptRateLimit } from '../../http/rate-limits.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { issueSigningCode } from './commands/issue-code.ts'

/** `POST /loan/{id}/signing-code`: sends the code that confirms the worker's signature. */
export function signingCodeRoutes(app: App, deps: Deps) {
  app.post(
    '/loan/:id/signing-code',
    allow(
      'worker',
      { tags: ['loans'], params: idParams, body: signingCodeBody, response: { 200: sentSigningCode } },
      attemptRateLimit,
    ),
    (request) => {
      const { contract_sha256 } = request.body
      return issueSigningCode(deps, contextOf(request), { loan_id: request.params.id, contract_sha256 })
    },
  )
}
