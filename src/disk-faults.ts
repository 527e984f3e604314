/** What a file system says, in words, by its code. */
export const DISK_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk or the network mount failed',
  ESTALE: 'the network mount is not what it was',
  ENOTCONN: 'the network mount is gone',
  ENOTDIR: 'a file stands where a folder should be',
  EEXIST: 'a file stands where a folder should be',
  ENOENT: 'it is not there',
};
