import { Select, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { CHANNEL_NAMES, RECEIVED_CHANNELS } from '@quincena/domain/payments/channels'
import { AccountSelect } from './account-select.tsx'
import type { ProofValues } from './use-proof.ts'

const channels = RECEIVED_CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))

interface ProofFieldsProps {
  /** The form's props of a field. */
  fieldOf: (name: keyof ProofValues) => GetInputPropsReturnType
  /** The chosen account of the lender. */
  account: number | undefined
}

/** Channel, reference and account of money that arrived outside STP; its date and voucher are fields of their own. */
export function ProofFields({ fieldOf, account }: ProofFieldsProps) {
  return (
    <>
      <Select label="Canal" data={channels} allowDeselect={false} withAsterisk {...fieldOf('channel')} />
      <TextInput
        label="Referencia"
        description={
          fieldOf('channel').value === 'deduction'
            ? 'La del depósito de la empresa: puede ser de varios trabajadores.'
            : 'No se repite en la misma cuenta y canal.'
        }
        withAsterisk
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={40}
        autoComplete="off"
        {...fieldOf('reference')}
      />
      <AccountSelect
        withAsterisk
        {...fieldOf('bank_account')}
        value={account === undefined ? null : String(account)}
      />
    </>
  )
}
