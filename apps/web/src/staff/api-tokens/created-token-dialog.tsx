import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { CopyField, FieldGrid } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { isAsked } from '../../lib/approvals.ts'
import type { CreatedToken } from './api.ts'
import classes from './api-tokens.module.css'

/** Shows a new token, only this once. The user confirms that it is saved before «Listo» works. */
export function CreatedTokenDialog({ created, onClose }: { created: CreatedToken; onClose: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  return (
    <Dialog
      opened
      size={520}
      title={`Token «${created.api_token.name}»`}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <p>Cópialo ahora y guárdalo en el sistema que lo va a usar: no lo volverás a ver.</p>
      <div className={classes.token}>
        <FieldGrid>
          <CopyField label="Token" value={created.token} />
        </FieldGrid>
      </div>
      {isAsked(created) && (
        <Notice tone="info">
          Todavía no funciona: espera a que otro administrador lo autorice.{' '}
          <AnchorLink
            to="/autorizaciones"
            search={{ autorizacion: created.approval.id }}
            size="sm"
            underline="always"
          >
            Ver la solicitud
          </AnchorLink>
        </Notice>
      )}
      <Checkbox
        className={classes.confirm ?? ''}
        mt="md"
        size="md"
        label="Ya lo guardé en un lugar seguro"
        checked={isSaved}
        onChange={(event) => setIsSaved(event.currentTarget.checked)}
      />
      <Button fullWidth disabled={!isSaved} onClick={onClose}>
        Listo
      </Button>
    </Dialog>
  )
}
