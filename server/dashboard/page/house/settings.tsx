import type { ComponentChildren } from 'preact';
import { Icon } from '../parts/icons.tsx';
import type { Place } from '../parts/page.tsx';
import { PageHead } from '../parts/parts.tsx';

interface SettingsProps {
  places: readonly Place[];
  at: string;
  children: ComponentChildren;
}

export const SettingsFrame = ({ places, at, children }: SettingsProps) => (
  <div class="settings">
    <nav class="settings-nav" aria-label="Settings">
      <a class="settings-back" href="#/settings">
        Settings
      </a>
      <ul>
        {places.map(({ path, title }) => (
          <li key={path}>
            <a href={`#/${path}`} {...(path === at && { 'aria-current': 'page' as const })}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <div class="settings-page">{children}</div>
  </div>
);

export const SettingsPage = ({ places }: Pick<SettingsProps, 'places'>) => (
  <>
    <PageHead title="Settings" lead="What Slipway may reach, who may use it, and how launches are made." />
    <ul class="settings-list">
      {places.map(({ path, title, icon, about }) => (
        <li key={path} class="card">
          <Icon name={icon} />
          <div>
            <a class="strong" href={`#/${path}`}>
              {title}
            </a>
            <p class="hint">{about}</p>
          </div>
        </li>
      ))}
    </ul>
  </>
);
