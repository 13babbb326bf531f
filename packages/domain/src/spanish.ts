import { z } from 'zod'

const { localeError } = z.locales.es()

/**
 * zod configuration: Spanish default messages, without type names or lists of codes, for schemas without their own
 * text.
 */
export const spanish: z.core.$ZodConfig = {
  localeError(issue) {
    if (issue.code === 'invalid_type' && issue.input === undefined) return 'Este campo es obligatorio'
    if (issue.code === 'invalid_type' || issue.code === 'invalid_union') return 'Valor inválido'
    return issue.code === 'invalid_value' ? 'Opción inválida' : localeError?.(issue)
  },
}
