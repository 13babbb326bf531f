import { TextInput } from '@mantine/core'
import { type BankAccount, bankAccountBody } from '@quincena/domain/bank-accounts/schema'
import { bankName, bankOfClabe } from '@quincena/domain/mexico/banks'
import { useDraft } from '../../components/draft.ts'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useSaveAccount } from './api.ts'

const CLABE_DIGITS = 18

/** The bank of a whole CLABE, as the person types it; empty before. */
function bankText(clabe: string): string {
  const digits = clabe.replaceAll(/\D/g, '')
  const bank = digits.length === CLABE_DIGITS ? bankOfClabe(digits) : null
  return bank === null ? '18 dígitos; el banco se reconoce por los primeros tres.' : bankName(bank)
}

interface AccountFormProps {
  /** The account to change; null for a new one. */
  account: BankAccount | null
  onClose: () => void
  onSaved: (account: BankAccount) => void
}

/** Adds or changes an account of the lender: its name and its CLABE. */
export function AccountForm({ account, onClose, onSaved }: AccountFormProps) {
  const { mutateAsync } = useSaveAccount(account?.id ?? null)
  const { form, submit, refusal } = useServerForm({
    schema: bankAccountBody,
    initial: { name: account?.name ?? '', clabe: account?.clabe ?? '' },
    send: async (body) => {
      onSaved(await mutateAsync(body))
      toast.success(account === null ? 'La cuenta quedó agregada.' : 'La cuenta quedó guardada.')
    },
  })
  const draft = useDraft(`bank-account ${account?.id ?? 'new'}`, form)
  return (
    <EditorDialog
      title={account === null ? 'Agregar cuenta bancaria' : 'Editar cuenta bancaria'}
      submitLabel={account === null ? 'Agregar' : 'Guardar'}
      size={480}
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Nombre"
        description="Como la llaman en tu equipo, por ejemplo «BBVA cobranza»."
        withAsterisk
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="CLABE interbancaria (opcional)"
        description={bankText(form.values.clabe)}
        inputMode="numeric"
        maxLength={24}
        {...form.getInputProps('clabe')}
      />
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
    </EditorDialog>
  )
}
