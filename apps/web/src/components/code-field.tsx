import { Anchor, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import classes from './code-field.module.css'
import { OneTimeCodeInput } from './one-time-code-input.tsx'

interface CodeLinkProps {
  onClick: () => void
  children: string
}

/** A quiet button that opens another way to prove who the user is. */
export function CodeLink(props: CodeLinkProps) {
  return <Anchor component="button" type="button" className={classes.other} {...props} />
}

interface CodeFieldProps extends TextInputProps {
  /** Without an authenticator only a recovery code can be typed. */
  hasApp?: boolean
}

/** A field for the authenticator's code, which a link switches to a recovery code. */
export function CodeField({ hasApp = true, ...props }: CodeFieldProps) {
  const [isRecovery, setIsRecovery] = useState(!hasApp)
  return (
    <div>
      {isRecovery ? (
        <TextInput
          label="Código de recuperación"
          description="Uno de los diez que guardaste. Cada uno sirve una vez."
          placeholder="XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          classNames={{ input: classes.input ?? '', description: classes.description ?? '' }}
          {...props}
        />
      ) : (
        <OneTimeCodeInput {...props} />
      )}
      {hasApp && (
        <CodeLink onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? 'Usar mi aplicación de verificación' : 'Usar un código de recuperación'}
        </CodeLink>
      )}
    </div>
  )
}
