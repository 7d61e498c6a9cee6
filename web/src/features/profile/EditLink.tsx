import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { profileTexts } from '../../texts/profile.js';

/** Links to the editor of the user's own profile. */
export function EditLink() {
  return (
    <Button component={Link} to="/settings?tab=profile&editing=true" variant="default" style={{ alignSelf: 'start' }}>
      {profileTexts.edit}
    </Button>
  );
}
