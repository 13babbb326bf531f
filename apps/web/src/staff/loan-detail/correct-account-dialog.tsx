import { Select, Text, TextInput } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { bankOfClabe, listBankChoices } from '@quincena/domain/mexico/banks'
import { accountBlock, isClabe } from '@quincena/domain/mexico/clabe'
import { accountForm } from '@quincena/domain/users/account-form'
import { FormDialog } from '../../components/form-dialog.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useCorrectAccount } from '../loan/api.ts'
import { maskedAccount } from './account-words.ts'

const onlyDigits = (text: string, count: number) => text.replace(/[^0-9]/g, '').slice(0, count)

function useAccountForm(loan: LoanDetail) {
  const { mutateAsync } = useCorrectAccount(loan)
  const state = useServerForm({
    schema: accountForm,
    initial: { bank: loan.user.bank ?? '', debit_card_number: '', bank_account_number: '' },
    validateOn: 'blur',
    explain: explainByToast,
    send: async (body) => {
      await mutateAsync(body)
      toast.success('Cuenta corregida. Avisamos al trabajador.')
    },
  })
  const { form } = state
  /** Fills in bank and account number from a complete CLABE; the user can still change them. */
  const onClabe = (text: string) => {
    const clabe = onlyDigits(text, 18)
    form.setFieldValue('debit_card_number', clabe)
    if (!isClabe(clabe)) return
    form.setFieldValue('bank', bankOfClabe(clabe) ?? form.values.bank)
    form.setFieldValue('bank_account_number', accountBlock(clabe))
  }
  return { ...state, onClabe }
}

interface CorrectAccountDialogProps {
  loan: LoanDetail
  opened: boolean
  onClose: () => void
}

/** Changes the worker's bank account for later payouts. The server notifies the worker. */
export function CorrectAccountDialog({ loan, opened, onClose }: CorrectAccountDialogProps) {
  const { form, submit, resetBefore, onClabe } = useAccountForm(loan)
  const banks = listBankChoices(form.values.bank).map(({ code, name }) => ({ value: code, label: name }))
  return (
    <FormDialog
      opened={opened}
      title="Corregir cuenta"
      submitLabel="Guardar cuenta"
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <Text size="sm" c="dimmed">
        Cuenta actual de {loan.user.first_name}: <strong>{maskedAccount(loan.user)}</strong>. El cambio queda
        en el historial y el trabajador recibe un aviso y un correo.
      </Text>
      <TextInput
        label="CLABE interbancaria"
        description="18 dígitos, como aparece en la carátula de la cuenta."
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('debit_card_number')}
        onChange={(event) => onClabe(event.currentTarget.value)}
      />
      <Select
        label="Entidad bancaria"
        data={banks}
        searchable
        nothingFoundMessage="Ningún banco se llama así"
        {...form.getInputProps('bank')}
        onChange={(bank) => form.setFieldValue('bank', bank ?? '')}
      />
      <TextInput
        label="Número de cuenta"
        description="11 dígitos; se toma de la CLABE."
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('bank_account_number')}
        onChange={(event) =>
          form.setFieldValue('bank_account_number', onlyDigits(event.currentTarget.value, 11))
        }
      />
    </FormDialog>
  )
}
