import { z } from 'zod'

const { localeError } = z.locales.es()

/** What zod says of a value where a schema has no words of its own: Spanish, and nothing of types or lists of codes. */
export const spanish: z.core.$ZodConfig = {
  localeError(issue) {
    if (issue.code === 'invalid_type' && issue.input === undefined) return 'Este campo es obligatorio'
    if (issue.code === 'invalid_type' || issue.code === 'invalid_union') return 'Valor inválido'
    return issue.code === 'invalid_value' ? 'Opción inválida' : localeError?.(issue)
  },
}
