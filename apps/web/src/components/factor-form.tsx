import { Button } from '@mantine/core'
import { codeForm } from '@quincena/domain/sessions/factors'
import { useQuery } from '@tanstack/react-query'
import { confirmFactor } from '../lib/account.ts'
import { confirmWithPasskey, passkeysQuery } from '../lib/passkey-calls.ts'
import { hasPasskeys } from '../lib/passkeys.ts'
import { CodeField } from './code-field.tsx'
import { FormError } from './form-error.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { useServerForm } from './server-form.ts'
import classes from './two-factor-set-up.module.css'

interface FactorFormProps {
  text: string
  onDone: () => unknown
}

/** Form that uses a second factor in this session: a passkey, the authenticator's code or a recovery code. */
export function FactorForm({ text, onDone }: FactorFormProps) {
  const { form, refusal, formProps } = useServerForm({
    schema: codeForm,
    initial: { code: '' },
    send: async (body) => {
      await confirmFactor(body)
      await onDone()
    },
  })
  const { data } = useQuery(passkeysQuery)
  const canUsePasskey = hasPasskeys() && data !== undefined && data.passkeys.length > 0
  const sendPasskey = async () => {
    await confirmWithPasskey()
    await onDone()
  }
  return (
    <form className={classes.form} {...formProps} aria-label="Confirmar identidad">
      <p className={classes.text}>{text}</p>
      {canUsePasskey && <PasskeyButton label="Usar llave de acceso" onUse={sendPasskey} />}
      <CodeField size="md" data-autofocus {...form.getInputProps('code')} />
      <FormError text={refusal} />
      <Button type="submit" size="md" fullWidth loading={form.submitting}>
        Confirmar
      </Button>
    </form>
  )
}
