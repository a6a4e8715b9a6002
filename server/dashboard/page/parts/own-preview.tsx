import { useState } from 'preact/hooks';
import { useResource } from '../base/api.ts';
import { Button, ProblemNote, Waiting } from './parts.tsx';

/** The platform's own preview, in a frame of its origin. */
export function OwnPreview({
  adId,
  format,
  label,
}: {
  adId: string;
  format: string;
  label: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const { data, problem, reload } = useResource(
    'manage.adPreview',
    isOpen ? { adId, format } : undefined,
  );
  if (!isOpen) return <Button onClick={() => setOpen(true)}>As the platform shows it</Button>;
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  const address = data && frameAddress(data.html);
  if (data === undefined) return <Waiting rows={3} />;
  if (address === undefined) return <p class="hint">The platform’s answer holds no frame.</p>;
  return (
    <iframe
      class="own-preview"
      title={`${label}, as the platform shows it`}
      src={address}
      sandbox="allow-scripts allow-same-origin"
      referrerpolicy="no-referrer"
      loading="lazy"
    />
  );
}

/** Only the address of the frame is used; none of the platform's HTML gets into the page. */
function frameAddress(html: string): string | undefined {
  const source = /<iframe\b[^>]{0,2000}?\bsrc="(https:\/\/[^"<>\s]{1,4000})"/i.exec(html)?.[1];
  return source?.replace(/&amp;/g, '&');
}
