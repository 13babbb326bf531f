import { type DiagnosticPart, diagnosticCheck, diagnostics } from '@quincena/domain/diagnostics/schema'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

export const diagnosticsQuery = readQuery(keys.diagnostics.all, diagnostics, { path: '/diagnostics' })

/** Runs the health check of a part. A part that does not respond is a result, not an error. */
export const runHealthCheck = (part: DiagnosticPart) =>
  withErrorText(api.post(diagnosticCheck, `/diagnostics/${part}`), 'No se pudo hacer la prueba.')
