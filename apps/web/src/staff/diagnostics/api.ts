import { type DiagnosticPart, diagnostics, diagnosticTry } from '@quincena/domain/diagnostics/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'

export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: ({ signal }) => api.get(diagnostics, '/diagnostics', { signal }),
})

/** Tries a part for real; a part that does not answer is an answer too. */
export const tryPart = (part: DiagnosticPart) =>
  explained(api.post(diagnosticTry, `/diagnostics/${part}`), 'No se pudo hacer la prueba.')
