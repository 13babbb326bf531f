import { Select, TextInput } from '@mantine/core'
import { listBankChoices } from '@quincena/domain/mexico/banks'
import { FormSection } from '../../components/form-section.tsx'
import type { UserFormState } from './use-user-form.ts'

/** Bank data of a worker, which payouts use. */
export function BankSection({ state }: { state: UserFormState }) {
  const { input, changeBank, changeClabe, changeAccount } = state
  const banks = listBankChoices(state.values.bank).map(({ code, name }) => ({ value: code, label: name }))
  return (
    <FormSection
      title="Datos bancarios"
      hint="La CLABE debe ser de la entidad elegida: ahí recibe su dinero el trabajador."
    >
      <Select
        label="Entidad bancaria"
        required
        data={banks}
        searchable
        allowDeselect={false}
        nothingFoundMessage="Ningún banco se llama así"
        {...input('bank')}
        onChange={(bank) => changeBank(bank ?? '')}
      />
      <TextInput
        label="CLABE interbancaria"
        required
        inputMode="numeric"
        autoComplete="off"
        {...input('debit_card_number')}
        onChange={(event) => changeClabe(event.currentTarget.value)}
      />
      <TextInput
        label="Número de cuenta bancaria"
        required
        inputMode="numeric"
        autoComplete="off"
        {...input('bank_account_number')}
        onChange={(event) => changeAccount(event.currentTarget.value)}
      />
    </FormSection>
  )
}
