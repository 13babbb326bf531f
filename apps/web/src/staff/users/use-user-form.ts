import type { UseFormReturnType } from '@mantine/form'
import { bankOfClabe } from '@quincena/domain/mexico/banks'
import { accountBlock, isClabe } from '@quincena/domain/mexico/clabe'
import type { PasswordConfig } from '@quincena/domain/sessions/access-config'
import { useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { explainAll, type Failure, useServerForm } from '../../components/server-form.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { clashText, isStale, mergedText, mergeEdits } from '../../lib/merge-edits.ts'
import { useUniquenessErrors } from './uniqueness.ts'
import { type FormKind, mayStayEmpty, noBank, schemaOf, type UserValues } from './user-values.ts'

type TextField = Exclude<keyof UserValues, 'is_staff' | 'biweekly_salary'>

const onlyDigits = (text: string, count: number) => text.replace(/[^0-9]/g, '').slice(0, count)

interface UserFormInput {
  kind: FormKind
  /** The signed-in user edits their own data. */
  isOwn?: boolean
  /** Id of the edited user; undefined for a new one. */
  id?: number
  /** Only the values of the first render count: later updates from the server do not change the open form. */
  initial: UserValues
  passwordRules: PasswordConfig | undefined
  /** Sends the values. */
  send: (values: UserValues, initial: UserValues) => Promise<unknown>
  /** Loads what another person saved meanwhile. */
  loadFresh?: () => Promise<UserValues>
}

type Fields = Pick<
  UseFormReturnType<UserValues>,
  'setFieldValue' | 'clearFieldError' | 'validateField' | 'getValues' | 'errors'
>

/** Dependent fields: the type sets the bank data, and a CLABE sets its bank and account number. */
function useDependentFields(form: Fields) {
  const fill = (field: TextField, text: string) => {
    form.setFieldValue(field, text)
    form.clearFieldError(field)
  }
  const changeType = (user_type: string) => {
    fill('user_type', user_type)
    fill('bank', user_type === 'U0' || user_type === 'U1' ? noBank : '')
    fill('debit_card_number', '')
    fill('bank_account_number', '')
    form.setFieldValue('is_staff', user_type === 'U0' || user_type === 'U1')
  }
  const changeBank = (bank: string) => {
    fill('bank', bank)
    // An account number may be registered at one bank only.
    form.clearFieldError('bank_account_number')
    if (form.getValues().debit_card_number !== '') void form.validateField('debit_card_number')
  }
  /** Fills in empty bank fields from a complete CLABE; a bank that the user chose stays and is validated against it. */
  const changeClabe = (text: string) => {
    const clabe = onlyDigits(text, 18)
    fill('debit_card_number', clabe)
    if (!isClabe(clabe)) return
    const { bank, bank_account_number } = form.getValues()
    if (bank === '') fill('bank', bankOfClabe(clabe) ?? '')
    if (bank_account_number === '') fill('bank_account_number', accountBlock(clabe))
    void form.validateField('debit_card_number')
  }
  const changeAccount = (text: string) => fill('bank_account_number', onlyDigits(text, 11))
  const changeEmail = (text: string) => {
    fill('email', text)
    if (form.errors.email_confirm) form.clearFieldError('email_confirm')
  }
  return { changeType, changeBank, changeClabe, changeAccount, changeEmail }
}

const mergedCode = 'user.merged'

const explain = (failure: Failure) =>
  failure.error instanceof ApiError && failure.error.code === mergedCode
    ? `${failure.error.detail} ${mergedText}`
    : explainAll(failure)

/**
 * Form of a new or an existing user: values, problems and sending. When saving conflicts with another person's save, their
 * values go into the untouched fields, the typed ones stay, and a field that both changed says the saved value.
 */
export function useUserForm({ initial: first, id, send, loadFresh, isOwn = false, ...rest }: UserFormInput) {
  const [initial, setInitial] = useState(first)
  const schema = schemaOf({ ...rest, isOwn, initial })
  const state = useServerForm({
    schema,
    initial,
    check: () => uniquenessErrors,
    validateOn: 'blur',
    explain,
    send: async (values) => {
      try {
        await send(values, initial)
      } catch (error) {
        throw await mergeStale(error)
      }
    },
  })
  /** Merges what another person saved meanwhile; returns the error to show. */
  const mergeStale = async (error: unknown) => {
    const fresh = isStale(error) ? await loadFresh?.().catch(() => undefined) : undefined
    if (fresh === undefined) return error
    const { values: merged, clashes } = mergeEdits({ initial, typed: form.getValues(), fresh })
    setInitial(fresh)
    form.setInitialValues(fresh)
    form.setValues(merged)
    const now = new Map(Object.entries(fresh))
    const errors = Object.fromEntries(clashes.map((name) => [name, [clashText(String(now.get(name)))]]))
    return new ApiError({ status: 409, code: mergedCode, detail: errorText(error), errors })
  }
  const { form } = state
  const draft = useDraft(`user ${id ?? 'new'}`, form)
  const { values } = form
  const invalidFields = new Set(schema.safeParse(values).error?.issues.map(({ path }) => path[0]))
  const uniquenessErrors: Record<string, string> = useUniquenessErrors({ values, initial, invalidFields })

  const { kind } = rest
  /** Props of an input: value, error and handlers; the mark of a mandatory field goes where it may stay empty. */
  const input = (field: keyof UserValues) => {
    const props = form.getInputProps(field)
    const isOptional = mayStayEmpty(values, { kind, initial }, field)
    return {
      ...props,
      ...(isOptional && { required: false }),
      error: props.error ?? uniquenessErrors[field],
    }
  }
  return { ...state, draft, kind, isOwn, initial, values, input, ...useDependentFields(form) }
}
export type UserFormState = ReturnType<typeof useUserForm>
