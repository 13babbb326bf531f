import { type DiagnosticPart, diagnosticCheck, diagnostics } from '@quincena/domain/diagnostics/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

export const diagnosticsQuery = queryOptions({
  queryKey: keys.diagnostics.all,
  queryFn: ({ signal }) => api.get(diagnostics, '/diagnostics', { signal }),
})

/** Runs the health check of a part. A part that does not respond is a result, not an error. */
export const runHealthCheck = (part: DiagnosticPart) =>
  withErrorText(api.post(diagnosticCheck, `/diagnostics/${part}`), 'No se pudo hacer la prueba.')
