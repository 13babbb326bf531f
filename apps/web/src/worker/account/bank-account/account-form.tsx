import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { bankName, bankOfClabe } from '@quincena/domain/mexico/banks'
import { type BankAccountAnswer, bankAccountForm } from '@quincena/domain/users/bank-account'
import { useState } from 'react'
import { useLeaveGuard } from '../../../components/leave-guard.tsx'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import stack from '../../../components/phone/stack.module.css'
import { useServerForm } from '../../../components/server-form.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { saveBankAccount } from './api.ts'
import { PasswordSheet } from './password-sheet.tsx'

const digits = (text: string, count: number) => text.replace(/[^0-9]/g, '').slice(0, count)

/** A refused save with errors at this form's fields: `debit_card_number` and `bank_account_number` are the CLABE. */
function errorAtFields(error: unknown): ApiError | null {
  if (!(error instanceof ApiError) || error.code === 'password_wrong') return null
  const { debit_card_number, bank_account_number, ...rest } = error.errors
  const isTaken = (debit_card_number ?? bank_account_number) !== undefined
  const clabe = { clabe: ['Esa CLABE ya está registrada por otra persona.'] }
  const errors = { ...rest, ...(isTaken && clabe) }
  const isAtField = ['clabe', 'bank', 'card_number', 'card_holder'].some((field) => field in errors)
  return !isAtField ? null : new ApiError({ ...error, detail: error.detail, errors })
}

function useAccountForm(onValid: () => void) {
  const { first_name, last_name } = useUser()
  const state = useServerForm({
    schema: bankAccountForm,
    initial: { clabe: '', bank: '', card_number: '', card_holder: `${first_name} ${last_name}` },
    validateOn: 'blur',
    send: onValid,
  })
  const { form } = state
  /** A CLABE belongs to one bank, so the bank follows from it. */
  const changeClabe = (text: string) => {
    const clabe = digits(text, 18)
    form.setFieldValue('clabe', clabe)
    form.setFieldValue('bank', clabe.length === 18 ? (bankOfClabe(clabe) ?? '') : '')
  }
  return { ...state, changeClabe }
}

interface LastLookProps {
  values: { bank: string; clabe: string; card_holder: string }
  isReplacing: boolean
  opened: boolean
  onConfirm: (current_password: string) => Promise<void>
  onClose: () => void
}

/** Confirmation of the account to save, with the password. A separate form, because forms cannot be nested. */
function LastLook({ values, isReplacing, ...sheet }: LastLookProps) {
  const { bank, clabe, card_holder } = values
  return (
    <PasswordSheet
      {...sheet}
      title={isReplacing ? '¿Cambiar tu cuenta bancaria?' : '¿Guardar tu cuenta bancaria?'}
      confirmLabel="Confirmar"
    >
      <p className={stack.lead}>Desde ahora enviaremos tu dinero a esta cuenta. Te avisaremos por correo.</p>
      <FactList>
        <Fact label="Banco">{bankName(bank)}</Fact>
        <Fact label="CLABE">{clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, '$1 $2 $3 $4')}</Fact>
        <Fact label="Titular">{card_holder}</Fact>
      </FactList>
    </PasswordSheet>
  )
}

interface AccountFormProps {
  /** True if the worker has an account, which the new one replaces. */
  isReplacing: boolean
  onSaved: (answer: BankAccountAnswer) => void
  onCancel: () => void
}

/** Form «Datos bancarios»; saving needs a confirmation and the password. */
export function AccountForm({ isReplacing, onSaved, onCancel }: AccountFormProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { form, formProps, failAfterDialog, changeClabe } = useAccountForm(() => setIsDialogOpen(true))
  const guard = useLeaveGuard(form.isDirty(), onCancel)
  const { bank, clabe, card_number, card_holder } = form.values
  const chosenBank = bank === '' ? '' : bankName(bank)
  const save = async (current_password: string) => {
    try {
      const card_last4 = card_number.slice(-4)
      onSaved(
        await saveBankAccount({ bank, clabe, card_last4, card_holder: card_holder.trim(), current_password }),
      )
    } catch (error) {
      const atFields = errorAtFields(error)
      if (atFields === null) throw error
      setIsDialogOpen(false)
      failAfterDialog(atFields)
    }
  }
  return (
    <>
      <form className={stack.stack} {...formProps} aria-label="Datos bancarios">
        <p className={stack.lead}>
          Ahí recibirás tu dinero. La cuenta debe estar a tu nombre; solo puedes tener una.
        </p>
        <TextInput
          size="lg"
          label="CLABE"
          description="18 números. La encuentras en la app de tu banco."
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('clabe')}
          onChange={(event) => changeClabe(event.currentTarget.value)}
        />
        <TextInput
          size="lg"
          label="Banco"
          readOnly
          placeholder="Aparece al escribir tu CLABE"
          value={chosenBank}
          error={form.errors.bank}
        />
        <VisuallyHidden role="status">{chosenBank !== '' && `Tu banco es ${chosenBank}`}</VisuallyHidden>
        <TextInput
          size="lg"
          label="Número de tarjeta"
          description="16 dígitos. Solo guardamos los últimos cuatro: los demás no salen de tu teléfono."
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('card_number')}
          onChange={(event) => form.setFieldValue('card_number', digits(event.currentTarget.value, 16))}
        />
        <TextInput
          size="lg"
          label="Titular"
          autoComplete="name"
          maxLength={100}
          {...form.getInputProps('card_holder')}
        />
        <Button type="submit" size="lg" fullWidth>
          Guardar
        </Button>
        {isReplacing && (
          <Button size="lg" fullWidth variant="subtle" color="gray" onClick={guard.close}>
            Cancelar
          </Button>
        )}
      </form>
      {guard.question}
      <LastLook
        values={form.values}
        isReplacing={isReplacing}
        opened={isDialogOpen}
        onConfirm={save}
        onClose={() => setIsDialogOpen(false)}
      />
    </>
  )
}
