import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { PdfViewer } from '../../components/pdf-viewer.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import classes from './proof-file.module.css'

/** An image of the file; its address is released when the image goes. */
function Picture({ file, label }: { file: Blob; label: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address === undefined ? null : <img className={classes.picture} src={address} alt={label} />
}

interface ProofFileProps<Key extends QueryKey> {
  /** Loads the bytes; the answer's type says whether they are a PDF or an image. */
  query: UseQueryOptions<Blob, Error, Blob, Key>
  label: string
}

/** Shows a stored file that proves money that moved: a PDF or an image. */
export function ProofFile<Key extends QueryKey>({ query, label }: ProofFileProps<Key>) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined)
    return data.type === 'application/pdf' ? (
      <PdfViewer file={data} label={label} />
    ) : (
      <Picture file={data} label={label} />
    )
  if (error === null) return <LinesSkeleton lines={9} />
  return <ErrorState title="No pudimos mostrar el comprobante" error={error} onRetry={refetch} />
}
