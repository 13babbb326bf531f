import { ActionIcon, Avatar, Button, FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { toast } from '../../../components/toast.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { pictureSource } from '../../../lib/picture-source.ts'
import { replaceUser, useUser } from '../../../lib/session.ts'
import { removePicture, savePicture } from './api.ts'
import classes from './own-picture.module.css'

const CropSheet = lazy(async () => ({ default: (await import('./crop-sheet.tsx')).CropSheet }))

const unreadable = () =>
  new ApiError({
    ...{ status: 0, code: 'unreadable' },
    detail: 'Ese archivo no es una foto que podamos usar. Elige una JPG, PNG o WebP.',
  })

function useOwnPicture() {
  const user = useUser()
  const keep = ({ picture }: { picture: string | null }) => replaceUser({ ...user, picture })
  const save = async (square: Blob) => {
    keep(await savePicture(square))
    toast.success('Tu foto se guardó.')
  }
  const remove = async () => {
    keep(await removePicture())
    toast.success('Tu foto se quitó.')
  }
  return { user, save, remove }
}

/** The worker's profile picture, with buttons to choose, crop and remove it. */
export function OwnPicture() {
  const { user, save, remove } = useOwnPicture()
  const [file, setFile] = useState<File | null>(null)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const choose = async (chosen: File | null) => {
    if (chosen === null) return
    try {
      const bitmap = await createImageBitmap(chosen)
      bitmap.close()
      setFile(chosen)
    } catch {
      toast.error(unreadable())
    }
  }
  return (
    <div className={classes.picture}>
      <Avatar
        src={pictureSource(user.picture)}
        name={`${user.first_name} ${user.last_name}`}
        color="jade"
        size={88}
        alt=""
      />
      <FileButton
        accept="image/jpeg,image/png,image/webp"
        onChange={(chosen) => void choose(chosen)}
        inputProps={{ 'aria-label': 'Archivo de tu foto' }}
      >
        {(props) => (
          <ActionIcon
            {...props}
            className={classes.choose ?? ''}
            size={48}
            radius="xl"
            aria-label={user.picture === null ? 'Poner una foto' : 'Cambiar mi foto'}
          >
            <IconCamera size={22} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      {user.picture !== null && (
        <Button variant="subtle" color="gray" h={48} onClick={() => setIsDialogOpen(true)}>
          Quitar
        </Button>
      )}
      {file !== null && (
        <Suspense fallback={null}>
          <CropSheet file={file} onSave={save} onClose={() => setFile(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        asSheet
        opened={isDialogOpen}
        title="¿Quitar tu foto?"
        text="En su lugar verás tus iniciales."
        confirmLabel="Quitar"
        onConfirm={remove}
        onClose={() => setIsDialogOpen(false)}
      />
    </div>
  )
}
