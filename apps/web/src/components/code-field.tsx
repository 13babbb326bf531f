import { Anchor, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import classes from './code-field.module.css'
import { OneTimeCodeInput } from './one-time-code-input.tsx'

/** A field for the authenticator's code, which a link switches to a recovery code. */
export function CodeField(props: TextInputProps) {
  const [isRecovery, setIsRecovery] = useState(false)
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
      <Anchor
        component="button"
        type="button"
        className={classes.other}
        onClick={() => setIsRecovery(!isRecovery)}
      >
        {isRecovery ? 'Usar mi aplicación de verificación' : 'Usar un código de recuperación'}
      </Anchor>
    </div>
  )
}
