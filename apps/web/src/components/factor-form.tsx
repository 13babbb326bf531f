import { Button } from '@mantine/core'
import { codeForm } from '@quincena/domain/sessions/factors'
import { typedCodeProblem } from '@quincena/domain/sessions/typed-code'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmFactor, twoFactorQuery } from '../lib/account.ts'
import { confirmWithPasskey, passkeysQuery } from '../lib/passkey-calls.ts'
import { hasPasskeys } from '../lib/passkeys.ts'
import { CodeField, CodeLink } from './code-field.tsx'
import { FormError } from './form-error.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { useServerForm } from './server-form.ts'
import { LinesSkeleton } from './skeletons.tsx'
import classes from './two-factor-set-up.module.css'

interface FactorFormProps {
  text: string
  onDone: () => unknown
}

/** The factors of the user that work in this browser. A failed read hides the passkeys. */
function useFactors() {
  const canUse = hasPasskeys()
  const keys = useQuery({ ...passkeysQuery, enabled: canUse })
  const app = useQuery({ ...twoFactorQuery, enabled: canUse })
  const isLoading = canUse && (keys.isPending || app.isPending)
  const hasPasskey = (keys.data?.passkeys.length ?? 0) > 0
  return { isLoading, hasPasskey, hasApp: !hasPasskey || app.data?.is_on !== false }
}

/**
 * Form that uses a second factor in this session: a passkey, the authenticator's code or a recovery code. Without an
 * authenticator the passkey comes first and a link shows the field for a recovery code.
 */
export function FactorForm({ text, onDone }: FactorFormProps) {
  const { form, refusal, formProps } = useServerForm({
    schema: codeForm,
    initial: { code: '' },
    check: ({ code }) => ({ code: typedCodeProblem(code) }),
    send: async (body) => {
      await confirmFactor(body)
      await onDone()
    },
  })
  const { isLoading, hasPasskey, hasApp } = useFactors()
  const [isRecovering, setIsRecovering] = useState(false)
  const hasField = hasApp || isRecovering
  const sendPasskey = async () => {
    await confirmWithPasskey()
    await onDone()
  }
  return (
    <form className={classes.form} {...formProps} aria-label="Confirmar identidad">
      <p className={classes.text}>{text}</p>
      {isLoading && <LinesSkeleton lines={2} />}
      {hasPasskey && !isLoading && (
        <PasskeyButton label="Usar llave de acceso" isPrimary={!hasField} onUse={sendPasskey} />
      )}
      {!hasField && !isLoading && (
        <CodeLink onClick={() => setIsRecovering(true)}>Usar un código de recuperación</CodeLink>
      )}
      {hasField && !isLoading && (
        <>
          <CodeField size="md" hasApp={hasApp} autoFocus data-autofocus {...form.getInputProps('code')} />
          <FormError text={refusal} />
          <Button type="submit" size="md" fullWidth loading={form.submitting}>
            Confirmar
          </Button>
        </>
      )}
    </form>
  )
}
