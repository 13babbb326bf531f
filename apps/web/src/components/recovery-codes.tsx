import { Button, Checkbox } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { productName } from '../lib/brand.ts'
import { saveFile } from '../lib/save-file.ts'
import classes from './recovery-codes.module.css'

const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

function save(codes: readonly string[]) {
  const lines = [
    `Códigos de recuperación de ${productName()}. Cada uno sirve una sola vez.`,
    '',
    ...codes,
    '',
  ]
  saveFile(new Blob([lines.join('\n')], { type: 'text/plain' }), 'Codigos_de_recuperacion.txt')
}

const askBeforeUnload = (event: Event) => event.preventDefault()

/** Lets the browser ask before a reload or a closed tab loses codes that are not saved. */
function useUnloadQuestion(isSaved: boolean) {
  useEffect(() => {
    if (isSaved) return
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isSaved])
}

interface RecoveryCodesProps {
  codes: readonly string[]
  size: 'md' | 'lg'
  isSaved: boolean
  /** The user tried to close before confirming that the codes are saved. */
  isWarned: boolean
  onSavedChange: (isSaved: boolean) => void
  onDone: () => void
}

/** Shows the ten recovery codes, only this once. The user must confirm that they are saved before «Listo» works. */
export function RecoveryCodes({ codes, size, isSaved, isWarned, onSavedChange, onDone }: RecoveryCodesProps) {
  useUnloadQuestion(isSaved)
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <>
      <p>
        Con cualquiera de estos códigos entras si pierdes tu teléfono. Cada uno sirve una vez y no los
        volverás a ver.
      </p>
      <ul className={classes.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="light"
          size={size}
          leftSection={copied ? <IconCheck {...iconProps} /> : <IconCopy {...iconProps} />}
          onClick={() => copy(codes.join('\n'))}
        >
          {copied ? 'Copiados' : 'Copiar'}
        </Button>
        <Button
          variant="light"
          size={size}
          leftSection={<IconDownload {...iconProps} />}
          onClick={() => save(codes)}
        >
          Descargar
        </Button>
      </div>
      <Checkbox
        className={classes.saved ?? ''}
        size="md"
        label="Ya los guardé en un lugar seguro"
        checked={isSaved}
        error={isWarned && !isSaved ? 'Guárdalos antes de cerrar: no los volverás a ver.' : undefined}
        onChange={(event) => onSavedChange(event.currentTarget.checked)}
      />
      <Button size={size} fullWidth disabled={!isSaved} onClick={onDone}>
        Listo
      </Button>
    </>
  )
}
