// For all files of this module, and for those that import it: users of the library import nothing else.
@_exported public import FeedFetching
@_exported public import FeedModel
@_exported public import FeedParsing
@_exported public import FeedStore
