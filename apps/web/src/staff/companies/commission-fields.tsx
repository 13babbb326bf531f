import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { WideField } from '../../components/form-section.tsx'
import { rowsOfText, textOfRows } from './commission-rows.ts'
import { CommissionTable } from './commission-table.tsx'
import { COMMISSION_CHOICES, wrongCell } from './company-values.ts'
import { inputOf } from './input-of.ts'
import type { CompanyFormState } from './use-company-form.ts'

/** Commission of an advance: one for every amount, or a table of amounts. Switching loses nothing of either. */
export function CommissionFields({ form }: { form: CompanyFormState['form'] }) {
  const { commission, commission_steps } = form.values
  const [unused, setUnused] = useState('')
  const hasSteps = commission_steps !== ''
  const choose = (choice: string | null) => {
    if ((choice === COMMISSION_CHOICES.steps) === hasSteps) return
    if (!hasSteps)
      return form.setFieldValue(
        'commission_steps',
        unused ||
          textOfRows([
            { up_to: '', commission },
            { up_to: '', commission: '' },
          ]),
      )
    setUnused(commission_steps)
    form.setFieldValue('commission_steps', '')
    if (commission === '') form.setFieldValue('commission', rowsOfText(commission_steps)[0]?.commission ?? '')
  }
  return (
    <>
      <Select
        label="Cómo se cobra la comisión"
        description="Una vez en cada anticipo; ya contiene su IVA."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={Object.values(COMMISSION_CHOICES)}
        allowDeselect={false}
        withAsterisk
        value={hasSteps ? COMMISSION_CHOICES.steps : COMMISSION_CHOICES.single}
        onChange={choose}
      />
      {hasSteps ? (
        <WideField>
          <CommissionTable
            {...form.getInputProps('commission_steps')}
            value={commission_steps}
            wrong={wrongCell(form.values)}
          />
        </WideField>
      ) : (
        <TextInput
          label="Comisión por anticipo"
          description="En pesos; se cobra una vez en cada anticipo."
          inputMode="decimal"
          leftSection="$"
          withAsterisk
          {...inputOf(form, 'commission')}
        />
      )}
    </>
  )
}
