import { Button } from '@mantine/core'
import { emailConfirmationBody } from '@quincena/domain/sessions/schema'
import { useState } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { OneTimeCodeInput } from '../../components/one-time-code-input.tsx'
import stack from '../../components/phone/stack.module.css'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { confirmEmail, requestEmailCode } from '../../lib/account.ts'
import { useUser } from '../../lib/session.ts'
import { refreshUser } from '../../lib/sign-in.ts'

function useCode() {
  /** Codes that this screen sent; null before the first, with no code from an earlier visit either. */
  const [sent, setSent] = useState<number | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await requestEmailCode()
      setSent((count) => (count ?? 0) + 1)
    } catch (error) {
      toast.error(error)
    } finally {
      setSending(false)
    }
  }
  return { sent, isSending, send, enterEarlierCode: () => setSent(0) }
}

function sentText(sent: number | null, email: string): string {
  if (sent === null || sent === 0) return `Llega a ${email}.`
  return `Te enviamos ${sent === 1 ? 'un' : 'otro'} código a ${email}.`
}

function CodeForm() {
  const { form, refusal, formProps } = useServerForm({
    schema: emailConfirmationBody,
    initial: { code: '' },
    send: async (body) => {
      await confirmEmail(body)
      toast.success('Correo confirmado')
      await refreshUser()
    },
  })
  return (
    <form className={stack.stack} {...formProps} aria-label="Confirmar correo">
      <OneTimeCodeInput
        size="lg"
        label="Código del correo"
        description="Los 6 dígitos que te enviamos. Valen 15 minutos."
        autoFocus
        {...form.getInputProps('code')}
      />
      <FormError text={refusal} />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        Confirmar correo
      </Button>
    </form>
  )
}

/**
 * Mails a code to the worker's address and takes it: a person who has only the password cannot read it. A new code
 * empties the field, because it makes the earlier one invalid.
 */
export function ConfirmEmail() {
  const { email } = useUser()
  const { sent, isSending, send, enterEarlierCode } = useCode()
  const hasField = sent !== null
  return (
    <div className={stack.stack}>
      <p className={stack.note} role="status">
        {sentText(sent, email)}
      </p>
      {hasField && <CodeForm key={sent} />}
      <Button
        size="lg"
        fullWidth
        variant={hasField ? 'subtle' : 'filled'}
        loading={isSending}
        onClick={() => void send()}
      >
        {hasField ? 'Enviar otro código' : 'Enviar código'}
      </Button>
      {!hasField && (
        <Button size="lg" fullWidth variant="subtle" onClick={enterEarlierCode}>
          Ya tengo un código
        </Button>
      )}
      <p className={stack.note}>¿No es tu correo? Pide a quien te registró que lo corrija.</p>
    </div>
  )
}
