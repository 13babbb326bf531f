import type { CompanyValues } from './company-values.ts'
import type { CompanyFormState } from './use-company-form.ts'

/** Props of a field's input. Places hints below the inputs, so that inputs of one row align. */
export const inputOf = (form: CompanyFormState['form'], name: keyof CompanyValues) => ({
  ...form.getInputProps(name),
  inputWrapperOrder: ['label' as const, 'input' as const, 'error' as const, 'description' as const],
  autoComplete: 'off',
})
